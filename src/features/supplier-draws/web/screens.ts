import type { Screen, WebFeature } from '#web/screen.ts'

const BASE = '/purchaser/supplier-management/extraction'
const READS: Pick<Screen, 'workbench' | 'right' | 'menu'> = {
  workbench: 'purchaser',
  right: ['supplierManagement', 'auditing'],
  menu: 'supplier-extraction',
}

export const supplierDrawsWeb: WebFeature = {
  screens: [
    { ...READS, path: BASE, title: '供应商抽取', cached: true, load: () => import('./draw-list.tsx') },
    { ...READS, path: `${BASE}/:drawId`, title: '抽取详情', load: () => import('./draw-detail.tsx') },
  ],
}
