import type { RefObject } from 'react'
import { useEffect } from 'react'

const NAME = 'buyer-placeholder'
const PLACEHOLDER = /\{\{[^{}]*\}\}/g

/**
 * Marks every `{{…}}` inside an element, also while it is being typed, by the browser's highlight registry: the text
 * itself, which belongs to the editor, is not touched. Browsers without the registry show the list of names only.
 */
export function usePlaceholderMarks(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = container.current
    if (!element || typeof CSS === 'undefined' || !('highlights' in CSS)) return
    const highlight = CSS.highlights.get(NAME) ?? new Highlight()
    CSS.highlights.set(NAME, highlight)
    let own: Range[] = []
    const clear = () => own.forEach((range) => highlight.delete(range))
    const mark = () => {
      clear()
      own = rangesIn(element)
      own.forEach((range) => highlight.add(range))
    }
    const observer = new MutationObserver(mark)
    observer.observe(element, { subtree: true, childList: true, characterData: true })
    mark()
    return () => {
      observer.disconnect()
      clear()
    }
  }, [container])
}

function rangesIn(element: HTMLElement): Range[] {
  const ranges: Range[] = []
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    for (const match of (node.nodeValue ?? '').matchAll(PLACEHOLDER)) {
      const range = document.createRange()
      range.setStart(node, match.index)
      range.setEnd(node, match.index + match[0].length)
      ranges.push(range)
    }
  }
  return ranges
}
