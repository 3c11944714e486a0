/** What a keyword asks of the words of a text (`kb_words`), each as text of a tsquery. */
export interface Words {
  /** Each of them, anywhere. */
  all: string[]
  /** All of them at once. */
  together: string
  /** One that only a text has that begins like the keyword. */
  beginning: string
}

/**
 * Takes a keyword apart as `kb_words` (db/migrations/0030-search.sql) takes texts apart. Of Chinese every pair of
 * neighbours is asked for; of Latin letters and of digits the run, which may be the beginning of a longer one unless more
 * was typed behind it. Null where the keyword holds nothing but punctuation, which no text is found by.
 */
export function wordsOf(keyword: string): Words | null {
  const plain = keyword.normalize('NFKC').replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const runs = [...plain.matchAll(RUN)]
  const first = runs[0]?.[0]
  if (first === undefined) return null
  const words = runs.flatMap((run) => wordsOfRun(run[0], plain.charAt(run.index + run[0].length)))
  const all = [...new Set(words)]
  return { all, together: all.join(' & '), beginning: quote(`^${[...first].slice(0, 2).join('')}`) }
}

function wordsOfRun(run: string, next: string): string[] {
  if (LATIN.test(run)) {
    const whole = `=${run.slice(0, LONGEST_RUN)}`
    if (/\S/.test(next)) return [quote(whole)]
    return [run.length <= LONGEST_BEGINNING ? quote(run) : quote(whole, ':*')]
  }
  const signs = [...run]
  if (signs.length > 1) return signs.slice(1).map((sign, i) => quote(signs[i]! + sign))
  // Of a single sign the words are those that begin with it; before a letter or a digit it ends its run.
  return [LATIN.test(next) ? quote(run) : quote(run, ':*')]
}

const LONGEST_RUN = 64
const LONGEST_BEGINNING = 10
const LATIN = /^[a-z0-9]/
const RUN =
  /[a-z]+|[0-9]+|[\u00c0-\u024f\u0370-\u04ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\u{20000}-\u{3ffff}]+/gu

/** Runs hold letters and digits only: nothing in them has a meaning in a tsquery. */
function quote(word: string, suffix = ''): string {
  return `'${word}'${suffix}`
}
