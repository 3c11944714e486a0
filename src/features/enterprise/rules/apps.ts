import type { CompanyWorkbench } from './company-types.ts'

/** An application that a company may do without: `menus` are the codes of the menu items it stands for. */
export interface App {
  code: string
  label: string
  description: string
  workbenches: readonly CompanyWorkbench[]
  menus: readonly string[]
  /** Feature code that the tenant must have; null: always there. */
  feature: string | null
}

/** Home, company administration and services are not here: nobody can switch off the way back. */
export const APPS: readonly App[] = [
  {
    code: 'bidding',
    label: '招标采购',
    description: '招标公告、报名、开标、评审和定标',
    workbenches: ['purchaser', 'agency'],
    menus: ['procurement', 'bidding'],
    feature: 'publicTender',
  },
  {
    code: 'projects',
    label: '项目管理',
    description: '采购项目登记、采购清单和代理项目',
    workbenches: ['purchaser', 'agency'],
    menus: ['project', 'register', 'agency-project'],
    feature: null,
  },
  {
    code: 'experts',
    label: '专家库',
    description: '本单位专家库和平台专家库',
    workbenches: ['purchaser', 'agency'],
    menus: ['expert', 'expert-manage'],
    feature: 'expertLibrary',
  },
  {
    code: 'public-tender',
    label: '招标信息',
    description: '平台公开的招标公告',
    workbenches: ['supplier'],
    menus: ['opportunity', 'public-tender'],
    feature: 'publicTender',
  },
  {
    code: 'participation',
    label: '我的投标',
    description: '已报名和已投标的项目',
    workbenches: ['supplier'],
    menus: [
      'participation',
      'monitor-bid',
      'monitor-inquiry',
      'monitor-negotiation',
      'monitor-compete',
      'monitor-compete-sale',
    ],
    feature: null,
  },
]

/** The menu items that the applications switched off stand for. */
export function menusOff(apps: readonly string[]): ReadonlySet<string> {
  return new Set(APPS.filter((app) => apps.includes(app.code)).flatMap((app) => app.menus))
}
