import type { Page } from '@playwright/test'

/**
 * What does not fit the window as it is: text beyond its edge that nothing scrolls to, text squeezed into a tower of a few
 * characters a line, text cut off that no title tells whole. One line each: `beyond: td "江州市第一人民医院"`.
 */
export function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>()
    if (document.documentElement.scrollWidth > innerWidth)
      found.add(`the page is ${document.documentElement.scrollWidth} px wide`)
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue!.trim())
      if (texts.length === 0 || element.closest('svg, .kb-said, .kb-skip, .kb-pdf') || !element.checkVisibility())
        continue
      const { left, right, width } = element.getBoundingClientRect()
      // One pixel wide: said, not shown.
      if (width <= 1) continue
      const say = (fault: string) => found.add(`${fault}: ${element.tagName} "${element.innerText.slice(0, 20)}"`)
      const clip = clipOf(element)
      if ((right > innerWidth + 1 || left < -1) && !clip) say('beyond')
      const isCut =
        element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).textOverflow === 'ellipsis'
      if (isCut && getComputedStyle(element).overflowX !== 'visible' && !element.closest('[title]')) say('cut')
      for (const text of texts) {
        const range = document.createRange()
        range.selectNodeContents(text)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
        if (lines >= 3 && text.nodeValue!.trim().length / lines <= 3) say('tower')
      }
    }
    return [...found]

    function clipOf(element: Element): Element | null {
      const parent = element.parentElement
      if (!parent || parent === document.body) return null
      return getComputedStyle(parent).overflowX === 'visible' ? clipOf(parent) : parent
    }
  })
}
