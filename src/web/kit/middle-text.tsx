/** Characters at the end that are never cut: the lot's number, the year, what tells two alike names apart. */
const TAIL = 10

/** One line of a long name, shortened in the middle where it does not fit; whole on hover. */
export function MiddleText({ text }: { text: string }) {
  const [head, tail] = splitName(text)
  return (
    <span className="kb-middle" title={text}>
      <span>{head}</span>
      <span>{tail}</span>
    </span>
  )
}

/** The part of a name that may be cut, and the end that stays; a short name is all end. */
export function splitName(text: string): [string, string] {
  const letters = [...text]
  const at = Math.max(0, letters.length - TAIL)
  return [letters.slice(0, at).join(''), letters.slice(at).join('')]
}
