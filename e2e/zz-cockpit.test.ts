import { test } from '@playwright/test'
import { enter, worldIsPlayed } from './kit/samples.ts'

test('shots', async ({ browser, baseURL }) => {
  await worldIsPlayed(baseURL!)
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    const context = await browser.newContext({
      viewport: { width, height },
      baseURL: baseURL!,
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
    })
    const page = await context.newPage()
    await enter(page, { base: baseURL!, who: 'supplier1', workbench: 'supplier' })
    for (const [name, path] of [
      ['home', '/'],
      ['matches', '/supplier/cockpit'],
      ['pipeline', '/supplier/cockpit?part=pipeline'],
      ['missing', '/supplier/cockpit?part=missing'],
      ['debriefs', '/supplier/cockpit?part=debriefs'],
      ['profile', '/supplier/cockpit/profile'],
    ] as const) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      await page.screenshot({ path: `/tmp/ck/${name}-${width}.png`, fullPage: true })
    }
    const rows = page.getByRole('link', { name: '复盘', exact: true })
    await page.goto('/supplier/cockpit?part=debriefs')
    await page.waitForLoadState('networkidle')
    if ((await rows.count()) > 0) {
      await rows.first().click()
      await page.waitForLoadState('networkidle')
      await page.screenshot({ path: `/tmp/ck/debrief-${width}.png`, fullPage: true })
    }
    await context.close()
  }
})
