import type { Knex } from "knex";

/**
 * Search by two letters and by Korean initial consonants. A trigram index is of no use for two
 * characters, so names are indexed by their pairs of neighbouring characters, each Hangul syllable
 * standing for itself and for its initial consonant: 김철수 gives 김철 김ㅊ ㄱ철 ㄱㅊ 철수 철ㅅ ㅊ수 ㅊㅅ.
 * PL/pgSQL, because it is twenty times as fast here as one SQL expression.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE FUNCTION search_text(value text) RETURNS text
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN regexp_replace(lower(normalize(value, NFC)), '\\s+', '', 'g');

    CREATE FUNCTION search_pairs(value text) RETURNS text[]
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
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("DROP FUNCTION search_pairs(text); DROP FUNCTION search_text(text)");
}
