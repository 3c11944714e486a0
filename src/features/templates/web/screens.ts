import { ORDER_SLOTS } from '#features/procurement/contract/slots.ts'
import { part, type Screen, type WebFeature } from '#web/screen.ts'
import type { Workbench } from '#contract/workbench.ts'
import { KEEPER_RIGHTS, KINDS, TEMPLATE_KINDS, type TemplateKind } from '../rules/kinds.ts'
import { templateAddresses } from './addresses.ts'

const workbench: Workbench[] = ['purchaser', 'agency', 'admin']

function screensOf(kind: TemplateKind): Screen[] {
  const { label } = KINDS[kind]
  const common: Pick<Screen, 'workbench' | 'right' | 'menu' | 'props'> = {
    workbench,
    right: [...KEEPER_RIGHTS[kind], 'platform'],
    menu: `templates-${kind}`,
    props: { kind },
  }
  return [
    {
      ...common,
      path: templateAddresses.list(kind),
      title: label,
      cached: true,
      load: () => import('./template-list.tsx'),
    },
    {
      ...common,
      path: templateAddresses.detail(kind, ':templateId'),
      title: label,
      load: () => import('./template-detail.tsx'),
    },
    {
      ...common,
      path: templateAddresses.edit(kind, ':templateId'),
      title: `编辑${label}`,
      load: () => import('./template-edit.tsx'),
    },
  ]
}

export const templatesWeb: WebFeature = {
  parts: [
    part(ORDER_SLOTS.reviewTemplate, 'review-template', () => import('./review-part.tsx')),
    part(ORDER_SLOTS.billTemplate, 'bill-template', () => import('./bill-part.tsx')),
  ],
  screens: [
    ...TEMPLATE_KINDS.flatMap(screensOf),
    {
      path: templateAddresses.categories,
      title: '需求分类',
      workbench,
      right: [...KEEPER_RIGHTS['demands-parameter'], 'platform'],
      menu: 'demands-category',
      load: () => import('./category-screen.tsx'),
    },
    {
      path: templateAddresses.library(),
      title: '评审报告模板库',
      workbench: ['purchaser', 'agency'],
      right: ['tendering', 'agencyTendering'],
      menu: 'review-report-library',
      load: () => import('./library-screen.tsx'),
    },
  ],
}
