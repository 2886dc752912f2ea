/**
 * Finds statements in migrations that would disrupt running servers: statements that hold a table
 * lock for more than a moment, and changes that the previous version can't handle.
 */

/** First migration that is checked. Earlier ones created the first version, on unused databases. */
const FIRST_CHECKED = "0020";

interface Rule {
  readonly refused: RegExp;
  readonly instead: string;
}

const anyTable = String.raw`(?:ONLY )?(\w+)`;

/** Rules for statements on existing tables. The first group of `about` is the table's name. */
const tableRules: readonly { readonly about: RegExp; readonly rules: readonly Rule[] }[] = [
  {
    about: new RegExp(`^ALTER TABLE (?:IF EXISTS )?${anyTable} `, "i"),
    rules: [
      {
        refused:
          /\bADD (?:COLUMN )?(?!CONSTRAINT\b)\w+ (?:(?!, ?(?:ADD|ALTER|DROP)\b).)*\bCHECK\b/i,
        instead: "add the column, then the CHECK as a constraint NOT VALID",
      },
      {
        refused:
          /\bADD (?:COLUMN )?(?!CONSTRAINT\b)\w+ (?:(?!, ?(?:ADD|ALTER|DROP)\b).)*\b(?:UNIQUE|PRIMARY KEY|GENERATED|serial|bigserial)\b/i,
        instead: "add a plain column, and build its index concurrently",
      },
      {
        refused:
          /\bADD (?:COLUMN )?(?!CONSTRAINT\b)\w+ (?!(?:(?!, ?(?:ADD|ALTER|DROP)\b).)*\bDEFAULT\b)(?:(?!, ?(?:ADD|ALTER|DROP)\b).)*\bNOT NULL\b/i,
        instead:
          "the previous version doesn't fill this column: give it a DEFAULT, or make it nullable",
      },
      {
        refused:
          /\bADD (?:COLUMN )?(?!CONSTRAINT\b)\w+ (?:(?!, ?(?:ADD|ALTER|DROP)\b).)*\bDEFAULT (?!(?:now|current_timestamp)\b)\w+\(/i,
        instead: "a computed DEFAULT rewrites every row: add the column, then set its DEFAULT",
      },
      {
        refused:
          /\bADD (?:CONSTRAINT \w+ )?(?:CHECK|FOREIGN KEY)\b(?:(?!, ?(?:ADD|ALTER|DROP)\b).)*(?<!NOT VALID)(?=, ?(?:ADD|ALTER|DROP)\b|$)/i,
        instead: "add it NOT VALID, and VALIDATE CONSTRAINT in the next file",
      },
      {
        refused: /\bADD (?:CONSTRAINT \w+ )?(?:UNIQUE|PRIMARY KEY)(?! USING INDEX)\b/i,
        instead: "build the index concurrently, then ADD CONSTRAINT … USING INDEX",
      },
      {
        refused: /\bADD (?:CONSTRAINT \w+ )?EXCLUDE\b/i,
        instead: "it reads the whole table under its lock",
      },
      { refused: /\bALTER (?:COLUMN )?\w+ (?:SET DATA )?TYPE\b/i, instead: "add another column" },
      {
        refused: /\bALTER (?:COLUMN )?\w+ SET NOT NULL\b/i,
        instead:
          "the previous version may write null: add a CHECK … IS NOT NULL NOT VALID once nothing does",
      },
      { refused: /\bRENAME\b/i, instead: "the previous version uses the old name" },
      {
        refused:
          /\bDROP (?:COLUMN )?(?!CONSTRAINT\b|NOT\b|DEFAULT\b|IDENTITY\b|EXPRESSION\b)(?:IF EXISTS )?\w+/i,
        instead: "the previous version may use it",
      },
      {
        refused: /\b(?:SET (?:UN)?LOGGED|SET TABLESPACE|CLUSTER|INHERIT|DISABLE TRIGGER)\b/i,
        instead: "it holds the table's lock while it works",
      },
    ],
  },
  {
    about: new RegExp(
      String.raw`^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY\b)(?:IF NOT EXISTS )?\w* ?ON ${anyTable}`,
      "i",
    ),
    rules: [{ refused: /^/, instead: "build it CONCURRENTLY, in a file of its own" }],
  },
  {
    about: new RegExp(
      `^(?:UPDATE|DELETE FROM|TRUNCATE(?: TABLE)?|LOCK(?: TABLE)?|DROP TABLE(?: IF EXISTS)?|DROP VIEW(?: IF EXISTS)?) ${anyTable}`,
      "i",
    ),
    rules: [
      {
        refused: /^/,
        instead: "it locks rows or a table in use: do it in batches in a job",
      },
    ],
  },
];

/** Rules for statements that name no table. */
const otherRules: readonly Rule[] = [
  { refused: /^(?:VACUUM|CLUSTER|REINDEX|DO)\b/i, instead: "it may lock what is in use" },
  {
    refused: /^DROP (?:FUNCTION|TYPE|DOMAIN|SEQUENCE)\b/i,
    instead: "the previous version may use it",
  },
  {
    refused: /^DROP INDEX (?!CONCURRENTLY\b)/i,
    instead: "drop it CONCURRENTLY, in a file of its own",
  },
];

/**
 * Returns a migration's faults, each with the start of its statement; none for files of the first
 * version.
 */
export function migrationFaults(file: string, text: string): string[] {
  if (file < FIRST_CHECKED) return [];
  const statements = statementsOf(text);
  const created = new Set(
    statements.flatMap(
      ({ sql }) =>
        /^CREATE (?:UNLOGGED )?(?:TABLE|VIEW) (?:IF NOT EXISTS )?(\w+)/i.exec(sql)?.[1] ?? [],
    ),
  );
  const faults = statements.flatMap(({ sql, reason }) => {
    if (reason) return [];
    const rules = [
      ...otherRules,
      ...tableRules.flatMap(({ about, rules: own }) => {
        const table = about.exec(sql)?.[1];
        return table === undefined || created.has(table) ? [] : own;
      }),
    ];
    return rules
      .filter(({ refused }) => refused.test(sql))
      .map(({ instead }) => `${file}: ${sql.slice(0, 80)} (${instead})`);
  });
  return [...faults, ...concurrentFaults(file, statements)];
}

/**
 * Checks that a concurrent index build is alone in its file, after a drop of an interrupted build's
 * remains.
 */
function concurrentFaults(file: string, statements: readonly Statement[]): string[] {
  const built = statements.flatMap(
    ({ sql }) => /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (\w+)/i.exec(sql)?.[1] ?? [],
  );
  const [name] = built;
  if (name === undefined) return [];
  const isPair =
    statements.length === 2 && statements[0]?.sql === `DROP INDEX CONCURRENTLY IF EXISTS ${name}`;
  return isPair
    ? []
    : [
        `${file}: write DROP INDEX CONCURRENTLY IF EXISTS ${name}, then its CREATE, and nothing else`,
      ];
}

interface Statement {
  /** On one line, without comments. */
  readonly sql: string;
  /** Whether a preceding comment justifies it: `-- Safe: nothing uses it since 0021.` */
  readonly reason: boolean;
}

function statementsOf(text: string): Statement[] {
  // Function bodies and string literals can contain semicolons and keywords.
  const plain = text
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''");
  return plain.split(";").flatMap((part) => {
    const reason = /^\s*-- Safe: \S/m.test(part);
    const sql = part.replaceAll(/--.*$/gm, "").replaceAll(/\s+/g, " ").trim();
    return sql === "" ? [] : [{ sql, reason }];
  });
}

/** Returns the files whose number an earlier file has: two authors took the same next one. */
export function doubledNumbers(files: readonly string[]): string[] {
  const numberOf = (file: string) => file.slice(0, 4);
  return files.filter((file, at) =>
    files.slice(0, at).some((one) => numberOf(one) === numberOf(file)),
  );
}
