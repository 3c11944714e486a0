import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useMemo, useRef, useState } from 'react'
import { findIn, marked, pageText, type PageText, type Ranges } from './pdf-search.ts'

export interface Hit {
  page: number
  ranges: Ranges
}

export interface PdfSearch {
  word: string
  setWord: (word: string) => void
  hits: readonly Hit[]
  /** Place in `hits`; -1 while there is none. */
  now: number
  setNow: (now: number) => void
  /** Pages looked through so far; all of them at the end. */
  searched: number
  /** How the text layer of a page is drawn where it has matches; the same function as long as they are the same. */
  draws: ReadonlyMap<number, (piece: { str: string; itemIndex: number }) => string>
}

/** Looks for a word through all pages, from the page being read on; hits come as they are found. */
export function usePdfSearch(document: PDFDocumentProxy | null, startPage: number): PdfSearch {
  const [word, setWord] = useState('')
  const [hits, setHits] = useState<readonly Hit[]>([])
  const [now, setNow] = useState(-1)
  const [searched, setSearched] = useState(0)
  const texts = useRef(new Map<number, PageText>())
  const start = useRef(startPage)
  start.current = startPage
  useEffect(() => texts.current.clear(), [document])

  useEffect(() => {
    setHits([])
    setNow(-1)
    setSearched(0)
    if (!document || word.trim() === '') return
    const stop = new AbortController()
    const from = start.current
    const search = async () => {
      let found: Hit[] = []
      for (let page = 1; page <= document.numPages; page++) {
        let text = texts.current.get(page)
        if (!text) {
          const { items } = await (await document.getPage(page)).getTextContent()
          text = pageText(items.map((item) => ('str' in item ? item.str : '')))
          texts.current.set(page, text)
        }
        if (stop.signal.aborted) return
        const here = findIn(text, word).map((ranges) => ({ page, ranges }))
        if (here.length > 0) {
          found = [...found, ...here]
          setHits(found)
        }
        // The first at or after the page being read, else the first of all.
        if (here.length > 0 && page >= from) setNow((known) => (known === -1 ? found.length - here.length : known))
        if (page === document.numPages) setNow((known) => (known === -1 && found.length > 0 ? 0 : known))
        if (page % 10 === 0 || page === document.numPages) setSearched(page)
      }
    }
    // A word is typed letter by letter.
    const timer = setTimeout(() => void search().catch(() => undefined), 200)
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [document, word])

  const draws = useMemo(() => {
    const marks = hits.map((hit, i) => ({ ...hit, now: i === now }))
    const byPage = [...Map.groupBy(marks, (hit) => hit.page)]
    return new Map(
      byPage.map(([page, here]) => [
        page,
        ({ str, itemIndex }: { str: string; itemIndex: number }) =>
          marked(
            str,
            here.flatMap((hit) => (hit.ranges.get(itemIndex) ?? []).map((range) => ({ range, now: hit.now }))),
          ),
      ]),
    )
  }, [hits, now])
  return { word, setWord, hits, now, setNow, searched, draws }
}
