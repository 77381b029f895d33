-- Run by the image of PostgreSQL when it makes the database: the server's own role, which owns this database and may nothing else.
\getenv password POSTGRES_PASSWORD
CREATE ROLE visitor LOGIN PASSWORD :'password' NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
ALTER DATABASE visitor OWNER TO visitor;
REVOKE CONNECT, TEMPORARY ON DATABASE visitor FROM PUBLIC;
-- The superuser had the same password: without one it connects inside this container only, as `docker compose exec` does.
ALTER ROLE postgres PASSWORD NULL;
