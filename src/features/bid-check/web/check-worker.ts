import { serveTasks } from '#web/worker-tasks.ts'
import type { Case, Finding } from '../rules/case.ts'
import { checkBid } from '../rules/check.ts'

export type CheckTasks = { check: { input: { bid: Case; now: number }; output: Finding[] } }

/** Thousands of lines are gone through beside the page, so that it does not stand still. */
serveTasks<CheckTasks>({ check: async ({ bid, now }) => checkBid(bid, now) })
