# The service for one machine, behind a proxy: see docs/self-hosting.md. compose.yaml runs it.

# The Node of package.json, which the tests run on.
FROM node:24.21.0-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The build needs no script of a package. Without them, none runs.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# The service starts with the build as it is. The image has a Node already, so that of npm goes. The
# files are readable whatever the umask of the checkout was.
RUN npm run build \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/node-linux-* dist/functions docs && mkdir -p dist/compiled \
  && chmod -R a+rX,go-w .

FROM node:24.21.0-trixie-slim
# service-environment.ts would start the process again to set the first two variables. The third one
# makes the public addresses required: without them, a demonstration account would be open to the network.
ENV MALLOC_ARENA_MAX=2 \
  ICU_TIMEZONE_FILES_DIR=/app/data/time-zones \
  FITNESS_DATA_TRUSTED_PROXY=127.0.0.1
WORKDIR /app
COPY --from=build /app ./
RUN install -d -o node -g node -m 700 /var/lib/fitness-data /var/backups/fitness-data \
  && printf '#!/bin/sh\nexec node /app/bin/admin.ts --data %s "$@"\n' \
    /var/lib/fitness-data/data > /usr/local/bin/admin \
  && chmod 755 /usr/local/bin/admin
USER 1000
VOLUME /var/lib/fitness-data
EXPOSE 3000 3001 3002 3003 3006
# While the database does not run, all requests get 503.
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["node", "-e", \
  "fetch('http://127.0.0.1:3000/.well-known/oauth-authorization-server').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/local.ts", "--no-build", "--host", "0.0.0.0", \
  "--port", "3000", "--data", "/var/lib/fitness-data/data"]
