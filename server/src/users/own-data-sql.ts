import type { Db } from "../db/pool.ts";

/**
 * Returns all data about a user for their own export; amounts are in cents. Leaves out the password
 * hash, the tax number except its last four digits, and staff notes and signals, which concern
 * other people too (docs/decisions/0008).
 */
export async function ownData(db: Db, userId: number): Promise<unknown> {
  const { rows } = await db.query<{ data: unknown }>(
    `SELECT json_build_object(
      'exportedAt', clock_ms(),
      'profile', (SELECT to_jsonb(u) - 'password_hash' FROM users u WHERE u.id = $1),
      'bidLimit', (SELECT to_jsonb(b) FROM bidders b WHERE b.user_id = $1),
      'acceptedTerms', (SELECT coalesce(jsonb_agg(to_jsonb(t) - 'user_id' ORDER BY t.version DESC), '[]')
        FROM terms_acceptances t WHERE t.user_id = $1),
      'signIns', (SELECT coalesce(jsonb_agg(jsonb_build_object('startedAt', s.started_at, 'issuedAt',
          s.issued_at, 'expiresAt', s.expires_at, 'ip', host(s.ip), 'device', s.user_agent)
          ORDER BY s.issued_at DESC), '[]') FROM sessions s WHERE s.user_id = $1),
      'securityEvents', (SELECT coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'kind', e.kind, 'ip',
          host(e.ip), 'device', e.device) ORDER BY e.id DESC), '[]')
        FROM security_events e WHERE e.user_id = $1),
      'passkeys', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', k.name, 'synced', k.synced,
          'createdAt', k.created_at, 'lastUsedAt', k.last_used_at) ORDER BY k.id DESC), '[]')
        FROM passkeys k WHERE k.user_id = $1),
      'authenticatorApp', (SELECT jsonb_build_object('addedAt', a.added_at)
        FROM authenticator_apps a WHERE a.user_id = $1),
      'apiKeys', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', k.name, 'scopes', k.scopes,
          'createdAt', k.created_at, 'expiresAt', k.expires_at, 'lastUsedAt', k.last_used_at, 'lastUsedIp',
          host(k.last_used_ip), 'revokedAt', k.revoked_at) ORDER BY k.id DESC), '[]')
        FROM api_keys k WHERE k.user_id = $1),
      'bids', (SELECT coalesce(jsonb_agg(jsonb_build_object('inventoryId', l.inventory_id, 'seq', g.seq,
          'kind', g.kind, 'amountCents', g.amount_cents, 'maximumCents', g.max_cents, 'placedAt',
          g.placed_at, 'ip', host(g.ip)) ORDER BY g.id DESC), '[]')
        FROM ledger g JOIN lots l ON l.id = g.lot_id WHERE g.user_id = $1),
      'negotiations', (SELECT coalesce(jsonb_agg(jsonb_build_object('inventoryId', l.inventory_id, 'seq',
          n.seq, 'kind', n.kind, 'side', n.side, 'amountCents', n.cents, 'at', n.at, 'until',
          n.valid_until) ORDER BY n.lot_id DESC, n.seq), '[]')
        FROM negotiation_steps n JOIN lots l ON l.id = n.lot_id WHERE l.leader_id = $1),
      'offers', (SELECT coalesce(jsonb_agg(jsonb_build_object('inventoryId', l.inventory_id, 'kind', o.kind,
          'amountCents', o.cents, 'status', o.status, 'madeAt', o.created_at, 'until', o.valid_until)
          ORDER BY o.id DESC), '[]')
        FROM offers o JOIN lots l ON l.id = o.lot_id WHERE o.user_id = $1),
      'watchlist', (SELECT coalesce(jsonb_agg(to_jsonb(w) - 'user_id' ORDER BY w.added_at DESC), '[]')
        FROM wishlist_items w WHERE w.user_id = $1),
      'questions', (SELECT coalesce(jsonb_agg(jsonb_build_object('inventoryId', q.inventory_id,
          'question', q.question, 'askedAt', q.asked_at, 'status', q.status, 'reason', q.hide_reason)
          ORDER BY q.id DESC), '[]') FROM unit_questions q WHERE q.user_id = $1),
      'calendarLink', (SELECT jsonb_build_object('createdAt', k.created_at)
        FROM calendar_links k WHERE k.user_id = $1),
      'savedSearches', (SELECT coalesce(jsonb_agg(to_jsonb(q) - 'user_id' ORDER BY q.name), '[]')
        FROM saved_searches q WHERE q.user_id = $1),
      'pushDevices', (SELECT coalesce(jsonb_agg(to_jsonb(d) - 'user_id' - 'auth' - 'p256dh' ORDER BY d.id), '[]')
        FROM push_devices d WHERE d.user_id = $1),
      'notifications', (SELECT coalesce(jsonb_agg(to_jsonb(n) - 'user_id' - 'subject' ORDER BY n.at DESC), '[]')
        FROM notifications n WHERE n.user_id = $1),
      'wins', (SELECT coalesce(jsonb_agg(to_jsonb(a) - 'user_id' ORDER BY a.id DESC), '[]')
        FROM awards a WHERE a.user_id = $1),
      'invoices', (SELECT coalesce(jsonb_agg(to_jsonb(v) - 'user_id' ORDER BY v.id DESC), '[]')
        FROM invoices v WHERE v.user_id = $1),
      'payments', (SELECT coalesce(jsonb_agg(jsonb_build_object('invoiceId', p.invoice_id, 'cents', p.cents,
          'receiptId', p.receipt_id, 'recordedAt', p.recorded_at, 'voidedAt', x.voided_at,
          'voidReason', x.reason) ORDER BY p.id DESC), '[]')
        FROM payments p JOIN invoices v ON v.id = p.invoice_id
        LEFT JOIN payment_voids x ON x.payment_id = p.id WHERE v.user_id = $1),
      'receipts', (SELECT coalesce(jsonb_agg(to_jsonb(r) - 'user_id' - 'recorded_by' ORDER BY r.id DESC), '[]')
        FROM receipt_states r WHERE r.user_id = $1),
      'refunds', (SELECT coalesce(jsonb_agg(to_jsonb(f) - 'refunded_by' ORDER BY f.id DESC), '[]')
        FROM refunds f JOIN receipts r ON r.id = f.receipt_id WHERE r.user_id = $1),
      'pickups', (SELECT coalesce(jsonb_agg(jsonb_build_object('awardId', r.award_id, 'day', r.pickup_on,
          'fromHour', r.pickup_from_hour, 'untilHour', r.pickup_until_hour, 'releasedAt', r.released_at,
          'carrierName', r.carrier_name, 'driverName', r.driver_name, 'plate', r.plate) ORDER BY r.award_id DESC), '[]')
        FROM releases r JOIN awards a ON a.id = r.award_id WHERE a.user_id = $1),
      'deliveries', (SELECT coalesce(jsonb_agg(to_jsonb(d) - 'quoted_by' - 'delivered_by' ORDER BY d.id DESC), '[]')
        FROM deliveries d JOIN awards a ON a.id = d.award_id WHERE a.user_id = $1),
      'titles', (SELECT coalesce(jsonb_agg(to_jsonb(e) - 'recorded_by' - 'note' ORDER BY e.recorded_at DESC), '[]')
        FROM title_events e JOIN awards a ON a.id = e.award_id WHERE a.user_id = $1),
      'sellers', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', s.name, 'role', m.role,
          'joinedAt', m.joined_at, 'leftAt', m.left_at) ORDER BY m.joined_at DESC), '[]')
        FROM seller_members m JOIN sellers s ON s.id = m.seller_id WHERE m.user_id = $1),
      'limitRequests', (SELECT coalesce(jsonb_agg(to_jsonb(r) - 'user_id' - 'reviewed_by' - 'decided_by' - 'review_note'
          ORDER BY r.id DESC), '[]') FROM limit_requests r WHERE r.user_id = $1),
      'financeRequests', (SELECT coalesce(jsonb_agg(to_jsonb(f) - 'user_id' - 'tax_id' - 'tax_mark'
          ORDER BY f.id DESC), '[]') FROM finance_requests f WHERE f.user_id = $1),
      'paymentProofs', (SELECT coalesce(jsonb_agg(jsonb_build_object('invoiceId', p.invoice_id,
          'documentId', p.document_id, 'note', p.note, 'sentAt', p.sent_at, 'decision', p.decision,
          'reason', p.reason) ORDER BY p.id DESC), '[]')
        FROM payment_proofs p JOIN invoices v ON v.id = p.invoice_id WHERE v.user_id = $1),
      'taxCertificates', (SELECT coalesce(jsonb_agg(to_jsonb(x) - 'user_id' - 'sha256' - 'decided_by' - 'revoked_by'
          ORDER BY x.id DESC), '[]') FROM tax_certificates x WHERE x.user_id = $1),
      'documents', (SELECT coalesce(jsonb_agg(to_jsonb(d) - 'owner_id' ORDER BY d.created_at DESC), '[]')
        FROM documents d WHERE d.owner_id = $1),
      'mails', (SELECT coalesce(jsonb_agg(jsonb_build_object('subject', m.subject, 'createdAt',
          m.created_at) ORDER BY m.id DESC), '[]')
        FROM mails m JOIN users u ON u.email = m.recipient WHERE u.id = $1)) AS data`,
    [userId],
  );
  return rows[0]?.data ?? null;
}
