#!/bin/sh
# The image of Postgres runs this when its volume is empty.
set -e
psql --username=postgres --set=owner_password="$POSTGRES_PASSWORD" --set=site_password="$SITE_PASSWORD" --file=/roles.sql
psql --username=postgres --file=/database.sql
