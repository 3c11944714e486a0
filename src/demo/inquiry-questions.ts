import { DAY } from '#contract/time.ts'
import { inquiry } from '#features/procurement/methods/inquiry.ts'
import type { InquiryScene } from './inquiry-scene.ts'
import { inquiryPlan } from './play/inquiry.ts'

/** Inquiries whose quotes somebody has to look at: an abnormally low price to be explained, quotes that two people open. */
export const QUESTIONED: readonly InquiryScene[] = [
  {
    plan: inquiryPlan({
      projectName: '江州市第一人民医院电教设备询价采购',
      title: '示教室投影设备询价采购',
      description: '采购示教室投影机、幕布，含安装调试。',
      price: '76000',
      method: inquiry.code,
      lines: [
        ['投影机', '激光，5000流明', '台', '6', '11000'],
        ['电动幕布', '120英寸，16:9', '幅', '6', '1600'],
      ],
    }),
    by: 'buyer',
    published: -10 * DAY,
    deadline: -DAY / 2,
    bidders: ['supplier1', 'supplier2', 'supplier3', 'supplier4'],
    quotes: [
      ['0.93', '0.9'],
      ['0.96', '0.92'],
      ['0.4', '0.42'],
      ['0.91', '0.95'],
    ],
  },
  {
    plan: inquiryPlan({
      projectName: '江州市第一人民医院手术室耗材询比采购',
      title: '手术室无菌耗材询比采购',
      description: '采购手术衣、铺巾等无菌耗材，按月供货。',
      price: '228000',
      lines: [
        ['一次性手术衣', '加强型，L', '件', '6000', '22'],
        ['洞巾', '无菌，60×80cm', '块', '12000', '8'],
      ],
    }),
    by: 'buyer',
    published: -7 * DAY,
    deadline: -DAY,
    bidders: ['supplier1', 'supplier2', 'supplier3'],
    isOpenedByTwo: true,
    quotes: [
      ['0.92', '0.95'],
      ['0.95', '0.9'],
      ['0.9', '0.96'],
    ],
  },
]
