/** An entry that a search found. */
export interface SearchResult {
  readonly title: string;
  /** The address to which it leads, or a path on the host of the site. */
  readonly url: string | null;
  readonly label: string | null;
  readonly summary: string | null;
  /** The words of the query that it lacks. */
  readonly missing: readonly string[];
}
