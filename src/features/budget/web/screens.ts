import { DEMAND_SLOTS } from '#features/demands/contract/slots.ts'
import type { Right } from '#features/passport/rules-rights.ts'
import { ORDER_SLOTS, PROJECT_SLOTS } from '#features/procurement/contract/slots.ts'
import { part, type Screen, type WebFeature } from '#web/screen.ts'
import { type Level, LEVEL_NAMES, LEVELS } from '../rules/levels.ts'

const READ: Readonly<Record<Level, Right[]>> = {
  annual: ['budget', 'auditing'],
  department: ['budget', 'purchaseDemand', 'auditing'],
  apply: ['budget', 'purchaseDemand', 'auditing'],
}
const WRITE: Readonly<Record<Level, Right[]>> = {
  annual: ['budget'],
  department: ['budget'],
  apply: ['budget', 'purchaseDemand'],
}
const HANDLE: Right[] = ['demandManagement', 'tendering', 'auditing']

function screensOf(level: Level): Screen[] {
  const { label, folder, param } = LEVELS[level]
  const at = `/purchaser/budget/${folder}`
  const common = { workbench: 'purchaser' as const, menu: `budget-${level}`, props: { level } }
  return [
    {
      ...common,
      path: `${at}/list`,
      title: label,
      right: READ[level],
      cached: true,
      load: () => import('./plan-list.tsx'),
    },
    {
      ...common,
      path: `${at}/form/:${param}?`,
      title: `编辑${label}`,
      right: WRITE[level],
      load: () => import('./plan-form.tsx'),
    },
    {
      ...common,
      path: `${at}/:${param}/detail`,
      title: label,
      right: READ[level],
      load: () => import('./plan-detail.tsx'),
    },
  ]
}

export const budgetWeb: WebFeature = {
  screens: [
    ...LEVEL_NAMES.flatMap(screensOf),
    {
      path: '/purchaser/demand-requirement/apply',
      title: '需求申报',
      workbench: 'purchaser',
      right: ['purchaseDemand'],
      menu: 'demand-request-apply',
      cached: true,
      load: () => import('./requests/apply-screen.tsx'),
    },
    {
      path: '/purchaser/demand-requirement/apply-handle',
      title: '申报受理',
      workbench: 'purchaser',
      right: HANDLE,
      menu: 'demand-request-handle',
      cached: true,
      load: () => import('./requests/handle-screen.tsx'),
    },
    {
      path: '/purchaser/demand-requirement/plan',
      title: '采购计划',
      workbench: 'purchaser',
      right: HANDLE,
      menu: 'demand-request-plan',
      cached: true,
      load: () => import('./requests/plan-screen.tsx'),
    },
  ],
  parts: [
    { ...part(ORDER_SLOTS.budget, 'budget', () => import('./order-part.tsx')), workbench: 'purchaser' },
    { ...part(PROJECT_SLOTS.budget, 'budget', () => import('./project-part.tsx')), workbench: 'purchaser' },
    { ...part(PROJECT_SLOTS.budgetField, 'budget', () => import('./shares-field.tsx')), workbench: 'purchaser' },
    { ...part(PROJECT_SLOTS.source, 'request', () => import('./requests/project-source.tsx')), workbench: 'purchaser' },
    { ...part(DEMAND_SLOTS.budget, 'budget', () => import('./demand-part.tsx')), workbench: 'purchaser' },
  ],
}
