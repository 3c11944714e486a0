import { expect, type Locator, type Page } from '@playwright/test'

/** Tab stops from one end of a page to the other, at most. */
const MOST_STOPS = 150

/**
 * Somebody who has no mouse. `reach` goes on by Tab until the control has the focus; on the way every stop must be
 * something in sight whose focus can be seen. What is not is told in `faults`.
 */
export function keyboardOf(page: Page) {
  const faults: string[] = []
  const press = (key: string) => page.keyboard.press(key)
  const reach = async (control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
    await expect(control.first()).toBeVisible()
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      if (await control.first().evaluate((element) => element === document.activeElement)) return
      await press(key)
      const fault = await page.evaluate(faultOfFocus)
      if (fault !== null) faults.push(fault)
    }
    throw new Error(`${MOST_STOPS} stops did not lead to ${String(control)}`)
  }
  return {
    faults,
    press,
    reach,
    /** Reaches a button, link or box, and uses it. */
    async use(control: Locator, key: 'Enter' | 'Space' = 'Enter') {
      await reach(control)
      await press(key)
    },
    /** Opens the menu of a button and goes down to an entry. */
    async pick(menu: Locator, entry: string) {
      await reach(menu)
      await press('Enter')
      const item = page.getByRole('menuitem', { name: entry, exact: true })
      await expect(item).toBeVisible()
      await press('Tab')
      for (let stop = 0; stop < 12 && !(await item.evaluate((element) => element === document.activeElement)); stop++)
        await press('ArrowDown')
      await expect(item).toBeFocused()
      await press('Enter')
    },
    /** Reaches a field and types in place of what it holds. */
    async fill(field: Locator, text: string) {
      await reach(field)
      await press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    /**
     * Opens a dialog, goes once around in it, and closes it with Esc: the focus goes into it, stays in it, and comes back
     * to what opened it.
     */
    async lookInto(opener: Locator, name: string | RegExp) {
      await reach(opener)
      await press('Enter')
      const dialog = page.getByRole('dialog', { name })
      await expect(dialog).toBeVisible()
      // Behind the last stop come the browser's own controls, where the page has no focus at all.
      const isInside = () =>
        dialog.evaluate(
          (element) => element.contains(document.activeElement) || document.activeElement === document.body,
        )
      await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
      for (let stop = 0; stop < 12; stop++) {
        await press('Tab')
        await expect.poll(isInside, `the focus stays in ${String(name)}`).toBe(true)
        const fault = await page.evaluate(faultOfFocus)
        if (fault !== null) faults.push(fault)
      }
      await press('Escape')
      await expect(dialog).toBeHidden()
      await expect(opener.first(), `the focus comes back from ${String(name)}`).toBeFocused()
    },
  }
}

/** What is wrong with what has the focus; null behind the last stop, where the browser's own controls follow. */
function faultOfFocus(): string | null {
  const at = document.activeElement as HTMLElement | null
  if (!at || at === document.body) return null
  const name = `${at.tagName} "${(at.getAttribute('aria-label') ?? at.innerText ?? '').trim().slice(0, 20)}"`
  // A hidden field that a drawn box stands for, such as a check box or a select.
  const box = at.matches('input, textarea')
    ? (at.closest<HTMLElement>('label, .ant-select, .ant-picker, .ant-upload, .ant-input-affix-wrapper') ?? at)
    : at
  if (!box.checkVisibility({ visibilityProperty: true })) return `${name} cannot be seen`
  const { width, height } = box.getBoundingClientRect()
  if (width < 2 || height < 2) return `${name} has no size`
  const isMarked = [at, box, ...at.parentElement!.children, ...box.querySelectorAll('*')].some((element) => {
    const style = getComputedStyle(element)
    return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none'
  })
  return isMarked ? null : `the focus of ${name} cannot be seen`
}
