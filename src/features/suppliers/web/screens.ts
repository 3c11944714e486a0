import type { Screen, WebFeature } from '#web/screen.ts'

const BASE = '/purchaser/supplier-management'
type Access = Pick<Screen, 'workbench' | 'right'>

const KEEPS: Access = { workbench: 'purchaser', right: 'supplierManagement' }
const READS: Access = { workbench: 'purchaser', right: ['supplierManagement', 'auditing'] }
const RECOMMENDS: Access = { workbench: 'purchaser', right: ['supplierManagement', 'tendering', 'auditing'] }
const LIST = () => import('./onboarding-list.tsx')
const FORM = () => import('./onboarding-form.tsx')
const DETAIL = () => import('./onboarding-detail.tsx')
const LISTINGS = () => import('./listing-list.tsx')

export const suppliersWeb: WebFeature = {
  screens: [
    {
      ...READS,
      path: `${BASE}/library`,
      title: '供应商库',
      menu: 'supplier-library',
      cached: true,
      load: () => import('./library.tsx'),
    },
    {
      ...READS,
      path: `${BASE}/library/:supplierId/detail`,
      title: '供应商详情',
      menu: 'supplier-library',
      load: () => import('./supplier-detail.tsx'),
    },
    {
      ...READS,
      path: `${BASE}/library/:supplierId/share-record`,
      title: '共享记录',
      menu: 'supplier-library',
      load: () => import('./share-record.tsx'),
    },
    {
      ...RECOMMENDS,
      path: `${BASE}/onboarding/recommend/list`,
      title: '推荐入库',
      menu: 'supplier-recommend',
      props: { way: 'recommend' },
      cached: true,
      load: LIST,
    },
    {
      ...RECOMMENDS,
      right: ['supplierManagement', 'tendering'],
      path: `${BASE}/onboarding/recommend/form/:onboardingId?`,
      title: '推荐供应商',
      menu: 'supplier-recommend',
      props: { way: 'recommend' },
      load: FORM,
    },
    {
      ...RECOMMENDS,
      path: `${BASE}/onboarding/recommend/:onboardingId/detail`,
      title: '推荐详情',
      menu: 'supplier-recommend',
      props: { way: 'recommend' },
      load: DETAIL,
    },
    {
      ...READS,
      path: `${BASE}/onboarding/direct/list`,
      title: '直接入库',
      menu: 'supplier-direct',
      props: { way: 'direct' },
      cached: true,
      load: LIST,
    },
    {
      ...KEEPS,
      path: `${BASE}/onboarding/direct/form/:onboardingId?`,
      title: '登记供应商',
      menu: 'supplier-direct',
      props: { way: 'direct' },
      load: FORM,
    },
    {
      ...READS,
      path: `${BASE}/onboarding/direct/:onboardingId/detail`,
      title: '入库详情',
      menu: 'supplier-direct',
      props: { way: 'direct' },
      load: DETAIL,
    },
    {
      ...READS,
      path: `${BASE}/certificates`,
      title: '资质管理',
      menu: 'supplier-certificates',
      cached: true,
      load: () => import('./certificate-list.tsx'),
    },
    {
      ...READS,
      path: `${BASE}/blacklist`,
      title: '黑名单',
      menu: 'supplier-blacklist',
      props: { kind: 'black' },
      cached: true,
      load: LISTINGS,
    },
    {
      ...READS,
      path: `${BASE}/blacklist/operate-record`,
      title: '名单操作记录',
      menu: 'supplier-blacklist',
      load: () => import('./operate-record.tsx'),
    },
    {
      ...READS,
      path: `${BASE}/blacklist/sync-record`,
      title: '名单同步记录',
      menu: 'supplier-blacklist',
      load: () => import('./sync-record.tsx'),
    },
    {
      ...READS,
      path: `${BASE}/blacklist/untrust`,
      title: '失信信息',
      menu: 'supplier-untrust',
      props: { kind: 'untrust' },
      cached: true,
      load: LISTINGS,
    },
    {
      ...READS,
      path: `${BASE}/red-list`,
      title: '红名单',
      menu: 'supplier-red-list',
      props: { kind: 'red' },
      cached: true,
      load: LISTINGS,
    },
    {
      ...READS,
      path: `${BASE}/grade/hierarchy`,
      title: '分级规则',
      menu: 'supplier-hierarchy',
      load: () => import('./hierarchy.tsx'),
    },
    {
      ...READS,
      path: `${BASE}/grade/rating-rules`,
      title: '评级规则',
      menu: 'supplier-rating',
      load: () => import('./rating-rules.tsx'),
    },
  ],
}
