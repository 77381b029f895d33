/** Task `bench`: measures the product against hand-written servers and Directus (tests/bench). Not part of the tests. */
await import("#tests/bench/bench.ts");
