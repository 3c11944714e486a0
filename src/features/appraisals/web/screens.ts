import { SUPPLIER_SLOTS } from '#features/suppliers/contract/slots.ts'
import { part, type Screen, type WebFeature } from '#web/screen.ts'

const BASE = '/purchaser/supplier-management/evaluation'
type Access = Pick<Screen, 'workbench' | 'right'>

const READS: Access = { workbench: 'purchaser', right: ['supplierManagement', 'auditing'] }
// Appraisers need no right: whom a sheet is for, the server says.
const JUDGES: Access = { workbench: 'purchaser' }
const JUDGED: Access = { workbench: 'supplier', right: 'bidding' }

export const appraisalsWeb: WebFeature = {
  parts: [
    part(SUPPLIER_SLOTS.performance, 'appraisals', () => import('./performance-part.tsx')),
    part(SUPPLIER_SLOTS.appraisals, 'appraisals', () => import('./appraisals-part.tsx')),
  ],
  screens: [
    {
      ...READS,
      path: `${BASE}/indicators`,
      title: '考核指标',
      menu: 'supplier-indicators',
      cached: true,
      load: () => import('./indicator-list.tsx'),
    },
    {
      ...READS,
      path: `${BASE}/templates`,
      title: '考核模板',
      menu: 'supplier-templates',
      cached: true,
      load: () => import('./template-list.tsx'),
    },
    {
      ...READS,
      path: `${BASE}/appraisal`,
      title: '供应商考核',
      menu: 'supplier-appraisal',
      cached: true,
      load: () => import('./appraisal-list.tsx'),
    },
    {
      ...READS,
      path: `${BASE}/appraisal/:appraisalId`,
      title: '考核详情',
      menu: 'supplier-appraisal',
      load: () => import('./appraisal-detail.tsx'),
    },
    {
      ...JUDGES,
      path: `${BASE}/hall`,
      title: '考核打分',
      menu: 'supplier-hall',
      cached: true,
      load: () => import('./sheet-list.tsx'),
    },
    {
      ...JUDGES,
      path: `${BASE}/hall/:appraisalId`,
      title: '打分表',
      menu: 'supplier-hall',
      load: () => import('./sheet.tsx'),
    },
    {
      ...JUDGED,
      path: '/supplier/appraisals',
      title: '考核结果',
      menu: 'own-appraisals',
      cached: true,
      load: () => import('./own-list.tsx'),
    },
    {
      ...JUDGED,
      path: '/supplier/appraisals/:appraisalId',
      title: '考核结果详情',
      menu: 'own-appraisals',
      load: () => import('./own-result.tsx'),
    },
  ],
}
