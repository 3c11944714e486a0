declare module '*.css'
/** The address of a file that the bundler puts beside the page. */
declare module '*?url' {
  const address: string
  export default address
}
interface ImportMeta {
  /** Vite: the files that match, by path; with `eager` and `?url` their addresses. The options must be literals. */
  glob<T>(
    pattern: string | string[],
    options: { eager: true; query: string; import: 'default'; exhaustive: true },
  ): Record<string, T>
}
