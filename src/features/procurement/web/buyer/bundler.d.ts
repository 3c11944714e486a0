/** The address of a file that the bundler puts beside the page. */
declare module '*?url' {
  const address: string
  export default address
}
