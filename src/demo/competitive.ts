import { competitiveNegotiation } from '#features/procurement/methods/competitive-negotiation.ts'
import { consultation } from '#features/procurement/methods/consultation.ts'
import { USUAL_PARTS } from '#features/procurement/rules/score-parts.ts'
import { inquiryPlan } from './play/inquiry.ts'

/** Infusion pumps, negotiated with four invited suppliers; the lowest final offer wins. */
export const PUMPS = inquiryPlan({
  projectName: '江州市第一人民医院输液泵更新项目',
  title: '输液泵及工作站竞争性谈判采购',
  description: '更新各病区输液泵、注射泵及中央监护工作站，含三年保修。',
  price: '1680000',
  method: competitiveNegotiation.code,
  invited: ['supplier1', 'supplier2', 'supplier3', 'supplier4'],
  files: { 响应文件: true },
  lines: [
    ['输液泵', '双通道，带阻塞压力监测', '台', '120', '6800'],
    ['注射泵', '四道，可堆叠', '台', '60', '9200'],
    ['中央监护工作站', '含软件授权与部署', '套', '4', '72000'],
  ],
})

/** By supplier: each line's part of its unit ceiling in the first response. */
export const PUMP_PARTS: readonly (readonly string[])[] = [
  ['0.97', '0.96', '0.98'],
  ['0.95', '0.97', '0.96'],
  ['0.98', '0.94', '0.97'],
  ['0.99', '0.98', '0.99'],
]

/** A study of the site's traffic, a public service for which two suppliers are enough; the highest score wins. */
export const STUDY = inquiryPlan({
  projectName: '江州市第一人民医院智慧后勤服务项目',
  title: '智慧后勤运营服务竞争性磋商采购',
  description: '采购院区智慧后勤平台建设与一年运营服务，需求由供应商在响应方案中细化。',
  price: '960000',
  method: consultation.code,
  category: 'services',
  invited: ['supplier1', 'supplier2', 'supplier3'],
  files: { 响应方案: true },
  group: { few: 'publicService', fewReason: '政府购买服务指导性目录 B0702 后勤服务' },
  ways: [...USUAL_PARTS],
  lines: [
    ['平台建设', '含部署、接口和培训', '项', '1', '420000'],
    ['运营服务', '驻场三人，一年', '月', '12', '45000'],
  ],
})

/** By supplier, as above. */
export const STUDY_PARTS: readonly (readonly string[])[] = [
  ['0.97', '0.96'],
  ['0.95', '0.98'],
  ['0.99', '0.97'],
]
