import type { Knex } from "knex";

/**
 * What the lobby's screens show. A picture or video names the file that holds it; the file itself lies in the
 * files' folder under that name, which nobody can guess.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE signage_contents (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      type text NOT NULL CHECK (type IN ('text', 'flow-text', 'image', 'video')),
      title text NOT NULL CHECK (title <> '' AND length(title) <= 100),
      text text NOT NULL DEFAULT '' CHECK (length(text) <= 1000),
      en_text text NOT NULL DEFAULT '' CHECK (length(en_text) <= 1000),
      file_name text UNIQUE,
      original_name text CHECK (length(original_name) <= 200),
      content_type text,
      file_size bigint CHECK (file_size > 0),
      width integer CHECK (width > 0),
      height integer CHECK (height > 0),
      disp_order integer NOT NULL,
      seconds integer NOT NULL CHECK (seconds BETWEEN 3 AND 3600),
      starts_at timestamptz,
      ends_at timestamptz,
      in_use boolean NOT NULL DEFAULT true,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      CHECK (ends_at > starts_at),
      CHECK ((type IN ('text', 'flow-text')) = (text <> '')),
      CHECK (type IN ('text', 'flow-text') OR en_text = ''),
      CHECK ((type IN ('image', 'video')) = (file_name IS NOT NULL)),
      CHECK (num_nulls(file_name, original_name, content_type, file_size) IN (0, 4)),
      CHECK ((type = 'image') = (width IS NOT NULL AND height IS NOT NULL))
    );
    ALTER TABLE signage_contents ADD CHECK (file_name ~ '^[0-9a-f]{32}[.](png|jpg|webp|mp4|webm)$');
    CREATE INDEX signage_contents_order ON signage_contents (disp_order, id);
    COMMENT ON COLUMN signage_contents.original_name IS 'what the file was called where it came from; shown to staff';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("DROP TABLE signage_contents");
}
