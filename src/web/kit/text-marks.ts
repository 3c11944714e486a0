import type { RefObject } from 'react'
import { useEffect } from 'react'

/** Placeholders of whatever name, under the highlight `kb-placeholder`. */
export const PLACEHOLDER_MARKS: TextMarks = { 'kb-placeholder': /\{\{[^{}]*\}\}/g }

/** What to mark: patterns (with flag g) by the name of their `::highlight()`. */
export type TextMarks = Readonly<Record<string, RegExp>>

/**
 * Marks what the patterns find inside an element, also while it is being typed, by the browser's highlight registry: the
 * text itself, which belongs to the editor, is not touched. Browsers without the registry mark nothing. Give a constant
 * or memoised `marks`.
 */
export function useTextMarks(container: RefObject<HTMLElement | null>, marks: TextMarks = PLACEHOLDER_MARKS): void {
  useEffect(() => {
    const element = container.current
    if (!element || typeof CSS === 'undefined' || !('highlights' in CSS)) return
    let own: { highlight: Highlight; range: Range }[] = []
    const clear = () => own.forEach(({ highlight, range }) => highlight.delete(range))
    const mark = () => {
      clear()
      own = Object.entries(marks).flatMap(([name, pattern]) => {
        const highlight = highlightOf(name)
        return rangesIn(element, pattern).map((range) => ({ highlight, range }))
      })
      own.forEach(({ highlight, range }) => highlight.add(range))
    }
    const observer = new MutationObserver(mark)
    observer.observe(element, { subtree: true, childList: true, characterData: true })
    mark()
    return () => {
      observer.disconnect()
      clear()
    }
  }, [container, marks])
}

function highlightOf(name: string): Highlight {
  const known = CSS.highlights.get(name)
  if (known) return known
  const highlight = new Highlight()
  CSS.highlights.set(name, highlight)
  return highlight
}

function rangesIn(element: HTMLElement, pattern: RegExp): Range[] {
  const ranges: Range[] = []
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    for (const match of (node.nodeValue ?? '').matchAll(pattern)) {
      const range = document.createRange()
      range.setStart(node, match.index)
      range.setEnd(node, match.index + match[0].length)
      ranges.push(range)
    }
  }
  return ranges
}
