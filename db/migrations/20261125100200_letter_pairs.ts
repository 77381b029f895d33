import type { Knex } from "knex";

/**
 * One folding of letters for every index: search_text() says how a text is compared, letter_pairs() which pairs it
 * gives. The functions that indexes name become shells of these two and give what they gave, so no index is built anew.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE FUNCTION letter_pairs(letters text, prefix text) RETURNS text[]
      LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000
    AS $$
    DECLARE
      initials CONSTANT text[] := string_to_array('ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ', NULL);
      pairs text[] := '{}';
      before text;
      before_initial text;
      letter text;
      initial text;
      syllable integer;
    BEGIN
      FOREACH letter IN ARRAY string_to_array(letters, NULL) LOOP
        IF letter = U&'\\001F' THEN
          before := NULL;
          before_initial := NULL;
          CONTINUE;
        END IF;
        syllable := ascii(letter) - 44032;
        IF syllable BETWEEN 0 AND 11171 THEN
          initial := initials[syllable / 588 + 1];
          IF before_initial IS NOT NULL THEN
            pairs := pairs || ARRAY[before || letter, before || initial,
              before_initial || letter, before_initial || initial];
          ELSIF before IS NOT NULL THEN
            pairs := pairs || ARRAY[before || letter, before || initial];
          END IF;
          before_initial := prefix || initial;
        ELSE
          IF before_initial IS NOT NULL THEN
            pairs := pairs || ARRAY[before || letter, before_initial || letter];
          ELSIF before IS NOT NULL THEN
            pairs := pairs || (before || letter);
          END IF;
          before_initial := NULL;
        END IF;
        before := prefix || letter;
      END LOOP;
      RETURN pairs;
    END $$;
    COMMENT ON FUNCTION letter_pairs(text, text) IS
      'pairs of neighbouring letters of texts parted by U+001F, each with a prefix; a Hangul syllable counts as itself and as its initial consonant';

    CREATE OR REPLACE FUNCTION search_pairs(value text) RETURNS text[]
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000
      RETURN letter_pairs(search_text(value), '');
    CREATE OR REPLACE FUNCTION search_keys(week integer, letters text) RETURNS text[]
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000
      RETURN letter_pairs(letters, week::text || ':');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE OR REPLACE FUNCTION search_pairs(value text) RETURNS text[]
      LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
    DECLARE
      letters text := regexp_replace(lower(normalize(value, NFC)), '\\s+', '', 'g');
      pairs text[] := '{}';
      before text;
      before_initial text;
      letter text;
      initial text;
      syllable integer;
    BEGIN
      FOR i IN 1..length(letters) LOOP
        letter := substr(letters, i, 1);
        syllable := ascii(letter) - 44032;
        initial := CASE WHEN syllable BETWEEN 0 AND 11171
          THEN substr('ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ', syllable / 588 + 1, 1) END;
        IF i > 1 THEN
          pairs := pairs || (before || letter);
          IF initial IS NOT NULL THEN pairs := pairs || (before || initial); END IF;
          IF before_initial IS NOT NULL THEN
            pairs := pairs || (before_initial || letter);
            IF initial IS NOT NULL THEN pairs := pairs || (before_initial || initial); END IF;
          END IF;
        END IF;
        before := letter;
        before_initial := initial;
      END LOOP;
      RETURN pairs;
    END $$;
    CREATE OR REPLACE FUNCTION search_keys(week integer, letters text) RETURNS text[]
      LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000
    AS $$
    DECLARE
      initials CONSTANT text[] := string_to_array('ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ', NULL);
      here CONSTANT text := week || ':';
      keys text[] := '{}';
      before text;
      before_initial text;
      letter text;
      initial text;
      syllable integer;
    BEGIN
      FOREACH letter IN ARRAY string_to_array(letters, NULL) LOOP
        IF letter = U&'\\001F' THEN
          before := NULL;
          before_initial := NULL;
          CONTINUE;
        END IF;
        syllable := ascii(letter) - 44032;
        IF syllable BETWEEN 0 AND 11171 THEN
          initial := initials[syllable / 588 + 1];
          IF before_initial IS NOT NULL THEN
            keys := keys || ARRAY[before || letter, before || initial,
              before_initial || letter, before_initial || initial];
          ELSIF before IS NOT NULL THEN
            keys := keys || ARRAY[before || letter, before || initial];
          END IF;
          before_initial := here || initial;
        ELSE
          IF before_initial IS NOT NULL THEN
            keys := keys || ARRAY[before || letter, before_initial || letter];
          ELSIF before IS NOT NULL THEN
            keys := keys || (before || letter);
          END IF;
          before_initial := NULL;
        END IF;
        before := here || letter;
      END LOOP;
      RETURN keys;
    END $$;
    DROP FUNCTION letter_pairs(text, text);
  `);
}
