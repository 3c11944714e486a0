import type { Page } from '@playwright/test'

/** What can be reached by the keyboard and whose focus ring something cuts off: `BUTTON "保存" in DIV.list`. */
export async function cutRings(page: Page): Promise<string[]> {
  // The browser draws rings only for whoever uses the keyboard.
  await page.keyboard.press('Tab')
  return page.evaluate(() => {
    const found: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>('a[href], button, [tabindex="0"]')) {
      if (!element.checkVisibility()) continue
      element.focus()
      const style = getComputedStyle(element)
      if (!element.matches(':focus-visible') || style.outlineStyle === 'none') continue
      const grow = parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset) - 0.6
      const ring = element.getBoundingClientRect()
      const clip = clipOf(element)
      if (!clip || ring.width === 0) continue
      const { left, right, top, bottom } = clip.getBoundingClientRect()
      const { overflowX, overflowY } = getComputedStyle(clip)
      const isCut =
        (overflowX !== 'visible' && (ring.left - grow < left || ring.right + grow > right)) ||
        (overflowY !== 'visible' && (ring.top - grow < top || ring.bottom + grow > bottom))
      if (isCut)
        found.push(`${element.tagName} "${element.innerText.slice(0, 12)}" in ${clip.tagName}.${clip.className}`)
    }
    return found

    function clipOf(element: Element): Element | null {
      const parent = element.parentElement
      if (!parent || parent === document.documentElement) return null
      const { overflowX, overflowY } = getComputedStyle(parent)
      return overflowX === 'visible' && overflowY === 'visible' ? clipOf(parent) : parent
    }
  })
}
