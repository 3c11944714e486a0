import { DAY } from '#contract/time.ts'
import { negotiation } from '#features/procurement/methods/negotiation.ts'
import type { InquiryScene } from './inquiry-scene.ts'
import { inquiryPlan } from './play/inquiry.ts'

/** Cleaning of two sites, divided by line between two invited suppliers in two rounds. */
export const CLEANING = inquiryPlan({
  projectName: '江州市第一人民医院院区保洁服务采购',
  title: '院区保洁服务谈判采购',
  description: '委托老院区、东湖分院年度保洁服务，含外墙清洗。',
  price: '960000',
  method: negotiation.code,
  category: 'services',
  terms: { rounds: 2, isPartial: true, award: 'item', notAbove: 'line' },
  invited: ['supplier1', 'supplier2'],
  lines: [
    ['老院区保洁', '门诊、病房及公共区域，全年', '月', '12', '46000'],
    ['东湖分院保洁', '病房及公共区域，全年', '月', '12', '31000'],
    ['外墙清洗', '两院区，每年一次', '次', '2', '18000'],
  ],
})

/** By supplier: each line's part of its unit ceiling in the first round. */
export const CLEANING_PARTS: readonly (readonly string[])[] = [
  ['0.95', '0.9', '0.97'],
  ['0.92', '0.96', '0.93'],
]

/** One that is talked over, one awarded, one that takes quotes, and one that an agency runs. */
export const NEGOTIATED: readonly InquiryScene[] = [
  {
    plan: CLEANING,
    by: 'buyer',
    published: -7 * DAY,
    deadline: -2 * DAY,
    bidders: ['supplier1', 'supplier2'],
    quotes: CLEANING_PARTS,
    talked: -DAY,
  },
  {
    plan: inquiryPlan({
      projectName: '江州市第一人民医院电梯维保服务采购',
      title: '电梯维保服务谈判采购',
      description: '采购全院电梯年度维护保养服务。',
      price: '216000',
      method: negotiation.code,
      category: 'services',
      terms: { candidateDays: 0 },
      lines: [
        ['客梯维保', '每月两次', '台', '18', '8000'],
        ['货梯维保', '每月两次', '台', '6', '9000'],
      ],
    }),
    by: 'buyer',
    published: -12 * DAY,
    deadline: -7 * DAY,
    bidders: ['supplier2', 'supplier4'],
    quotes: [
      ['0.93', '0.95'],
      ['0.9', '0.96'],
    ],
    awarded: -6 * DAY,
  },
  {
    plan: inquiryPlan({
      projectName: '江州市第一人民医院陪护床租赁服务采购',
      title: '共享陪护床租赁服务谈判采购',
      description: '采购病区共享陪护床投放与运维服务。',
      price: '120000',
      method: negotiation.code,
      category: 'services',
      terms: { rounds: 3 },
      lines: [['陪护床投放', '含柜体与扫码系统，按床计', '床', '200', '560']],
    }),
    by: 'buyer',
    published: -DAY,
    deadline: 3 * DAY,
    bidders: ['supplier1', 'supplier3'],
    quotes: [['0.95']],
  },
  {
    plan: inquiryPlan({
      projectName: '江州市第一人民医院信息系统运维采购',
      title: '信息系统运维服务谈判采购',
      description: '采购院内信息系统驻场运维服务一年。',
      price: '480000',
      method: negotiation.code,
      category: 'services',
      terms: { rounds: 2 },
      lines: [
        ['驻场工程师', '三人，含节假日值守', '人月', '36', '11500'],
        ['数据库巡检', '每季度', '次', '4', '12000'],
      ],
    }),
    by: 'agent',
    published: -5 * DAY,
    deadline: -DAY,
    bidders: ['supplier2', 'supplier3'],
    quotes: [
      ['0.95', '0.92'],
      ['0.93', '0.96'],
    ],
  },
]
