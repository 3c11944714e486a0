import { expect, test } from 'vitest'
import { givableRights } from '#features/passport/rules-rights.ts'
import { features } from '#web/features.ts'
import { inWorkbench, listOf } from '#web/screen.ts'

test.each(['purchaser', 'agency', 'supplier'] as const)(
  '%s: a right is offered exactly where a screen asks for it',
  (workbench) => {
    const screens = features.flatMap((feature) => feature.screens).filter((screen) => inWorkbench(screen, workbench))
    const asked = new Set(screens.flatMap((screen) => listOf(screen.right)))
    expect(givableRights(workbench).filter((right) => !asked.has(right))).toEqual([])
  },
)
