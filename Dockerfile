# syntax=docker/dockerfile:1
# The site as an image; docs/deploy.md says how to run it.

# The version of the package `node` in package.json, which is not installed here.
ARG NODE=24.21.0-slim
# The image before this one: pages that are open while the new one takes over go on asking for its assets.
ARG EARLIER=none

FROM node:${NODE} AS packages
WORKDIR /site
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM scratch AS none
WORKDIR /site/build/client/assets

FROM ${EARLIER} AS earlier

FROM node:${NODE} AS build
WORKDIR /site
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# Copied here and not by COPY: the build moves its folder, which cannot be done across layers.
RUN --mount=from=earlier,source=/site/build/client/assets,target=/earlier \
    mkdir -p build/client && cp -a /earlier build/client/assets && node scripts/build.ts

FROM node:${NODE}
WORKDIR /site
COPY --from=packages /site/node_modules node_modules
COPY --from=build /site/build build
# The sources are there for the commands: admin, requests, backup, restore.
COPY . .
RUN install --directory --owner=node --group=node --mode=700 /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
# Not /readyz: while the database is away the public pages are served all the same, and a new container would not bring it back.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --start-interval=1s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "build/server/main.js"]
