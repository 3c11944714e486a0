import { describe, expect, test } from 'vitest'
import type { Workbench } from '#contract/workbench.ts'
import { MICRO_APPS, type MicroApp } from '#features/micro-apps/rules/apps.ts'
import { holds } from '#features/micro-apps/rules/route.ts'
import { insideWeb } from '#features/micro-apps/web/screens.ts'
import { features } from '#web/features.ts'
import { featureTables } from '#web/shell/feature-tables.ts'
import { screenAt } from '#web/shell/guard.ts'

describe.each(Object.values<MicroApp>(MICRO_APPS).map((app) => [app.name, app] as const))('%s', (_, app) => {
  const { tableOf } = featureTables([...features, insideWeb])

  test('every entry and tab is held and has a screen; who may open the page may open what it begins with', () => {
    for (const { at } of app.pages)
      for (const [workbench, { to, right }] of Object.entries(at)) {
        const route = screenAt(tableOf(workbench as Workbench), to)
        expect([to, holds(app, to), route !== null]).toEqual([to, true, true])
        const needed: readonly string[] = [route!.handle.right ?? []].flat()
        // Who may open the page may open what it begins with; where anybody may, anybody may.
        expect([to, needed.length === 0 || (right?.every((one) => needed.includes(one)) ?? false)]).toEqual([to, true])
      }
    for (const [workbench, tabs] of Object.entries(app.tabs))
      for (const { to } of tabs)
        expect([to, holds(app, to), screenAt(tableOf(workbench as Workbench), to) !== null]).toEqual([to, true, true])
  })
})
