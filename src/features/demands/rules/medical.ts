import type { Profile } from './profile.ts'

const ORDER = '/:orderId'
const ROUND = `${ORDER}/trades/:tradeId/rounds/:roundId`

/** Devices and what they consume (医疗需求): asked in rounds, compared over the years of their use. */
export const MEDICAL = {
  label: '医疗需求',
  codePrefix: 'YX',
  rounds: 'many',
  demandFields: [
    {
      key: 'years',
      label: '全生命周期年限（年）',
      kind: 'count',
      most: 30,
      isRequired: true,
      help: '按采购价 +（年维保 + 年耗材）× 年限比较成本',
    },
    {
      key: 'licence',
      label: '大型医用设备',
      kind: 'choice',
      options: ['不属于', '甲类', '乙类'],
      isRequired: true,
      help: '甲类、乙类须在编制采购实施计划前取得配置许可证',
    },
    { key: 'permit', label: '配置许可证号', kind: 'text', isLate: true },
    { key: 'department', label: '使用科室', kind: 'text' },
  ],
  answerFields: [
    { key: 'origin', label: '产地', kind: 'text', isRequired: true },
    { key: 'certificate', label: '医疗器械注册证号', kind: 'text', isRequired: true },
    { key: 'certificateUntil', label: '注册证有效期至', kind: 'day', isRequired: true },
    { key: 'maintenance', label: '年维保价格', kind: 'amount', isRequired: true, help: '质保期满后每年，元；免费填 0' },
    { key: 'warranty', label: '质保期与售后服务', kind: 'area', isRequired: true },
    { key: 'training', label: '培训安排', kind: 'area' },
    {
      key: 'configuration',
      label: '配置清单',
      kind: 'rows',
      columns: [
        { key: 'name', label: '名称', kind: 'text', isRequired: true },
        { key: 'spec', label: '规格型号', kind: 'text' },
        { key: 'quantity', label: '数量', kind: 'quantity', isRequired: true },
        { key: 'unit', label: '单位', kind: 'text' },
        { key: 'remark', label: '备注', kind: 'text' },
      ],
    },
    {
      key: 'consumables',
      label: '绑定耗材',
      kind: 'rows',
      help: '须使用的专用耗材、试剂；没有的不填',
      columns: [
        { key: 'name', label: '名称', kind: 'text', isRequired: true },
        { key: 'spec', label: '规格', kind: 'text' },
        { key: 'unit', label: '单位', kind: 'text' },
        { key: 'price', label: '单价（元）', kind: 'amount', isRequired: true },
        { key: 'yearlyUse', label: '年用量', kind: 'quantity', isRequired: true },
      ],
    },
    {
      key: 'installed',
      label: '装机情况',
      kind: 'rows',
      columns: [
        { key: 'hospital', label: '医疗机构', kind: 'text', isRequired: true },
        { key: 'model', label: '型号', kind: 'text' },
        { key: 'quantity', label: '数量', kind: 'quantity', isRequired: true },
        { key: 'day', label: '装机日期', kind: 'day' },
      ],
    },
    {
      key: 'deals',
      label: '其他单位成交价格',
      kind: 'rows',
      columns: [
        { key: 'hospital', label: '采购单位', kind: 'text', isRequired: true },
        { key: 'day', label: '成交日期', kind: 'day', isRequired: true },
        { key: 'price', label: '成交价（元）', kind: 'amount', isRequired: true },
        { key: 'configuration', label: '配置说明', kind: 'text' },
      ],
    },
  ],
  checksAnswers: true,
  warnsOfBrands: true,
  expiry: { field: 'certificateUntil', label: '医疗器械注册证' },
  permit: { field: 'licence', options: ['甲类', '乙类'], numberField: 'permit' },
  lifeCycle: {
    yearsField: 'years',
    maintenanceField: 'maintenance',
    consumables: { field: 'consumables', price: 'price', yearlyUse: 'yearlyUse' },
  },
  base: {
    purchaser: '/purchaser/medical-demands',
    agency: '/agency/medical-demands',
    supplier: '/supplier/medical-demand',
  },
  pages: {
    list: '/list',
    create: '/form',
    edit: `${ORDER}/form`,
    editSurvey: `${ORDER}/survey-form`,
    detail: `${ORDER}/order-info`,
    survey: `${ORDER}/survey-detail`,
    conclude: `${ORDER}/collection-detail?edit=conclusion`,
    move: `${ORDER}/change/survey-end`,
    rounds: `${ORDER}/multiple-rounds`,
    collection: `${ORDER}/collection-detail`,
    trades: `${ORDER}/survey-detail`,
    check: `${ROUND}/approval`,
    answer: `${ROUND}/response`,
    // Paper is typed in where the general demands have their page for it.
    entry: { of: 'general', page: 'entry' },
  },
  letters: '/supplier/invitation/medical-demand',
  menu: 'medical-demands',
} as const satisfies Profile
