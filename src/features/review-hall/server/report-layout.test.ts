import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { doc, paragraph } from '#features/procurement/rules/rich-text.ts'
import type { ReportContent } from './report-content.ts'
import { reportPdf } from './report-main.ts'

const AT = new Date('2026-12-16T08:40:00Z')

const CONTENT: ReportContent = {
  version: 'review-report/2',
  processType: 3,
  scope: 0,
  template: 'default',
  asks: [],
  corrections: [],
  rounds: [],
  draws: [],
  order: {
    code: 'ZB01',
    title: '设备采购',
    purchaser: '江州市第一人民医院',
    owner: '江州市第一人民医院',
    method: '综合评分法',
    controlPrice: '900000',
    openAt: AT.toISOString(),
    startedAt: AT.toISOString(),
    concludedAt: AT.toISOString(),
  },
  committee: [
    {
      name: '何清源',
      role: '技术专家',
      employer: '附属医院',
      isLeader: true,
      out: null,
      declaredAt: null,
      noConflict: true,
      commitmentHash: null,
    },
  ],
  bidders: [
    {
      tradeId: 't',
      no: 1,
      name: '康达公司',
      creditCode: '91',
      quote: '800000',
      evaluatedPrice: '800000',
      marks: [],
      rejection: null,
    },
  ],
  ways: [],
  rejections: [],
  motions: [],
  ranking: [{ tradeId: 't', rank: 1, name: '康达公司', quote: '800000', total: '90.00', lot: null, lines: [] }],
  candidates: [{ rank: 1, name: '康达公司', quote: '800000', total: '90.00' }],
  allRejected: false,
  conclusion: '',
  replayHash: null,
  digest: 'a'.repeat(64),
}

/** The document's text, as a reader's program finds it. */
async function textOf(content: ReportContent): Promise<string> {
  const pdf = await reportPdf(content, AT)
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0, useSystemFonts: true })
  const document = await task.promise
  let text = ''
  for (let i = 1; i <= document.numPages; i++) {
    const { items } = await (await document.getPage(i)).getTextContent()
    text += items.map((item) => ('str' in item ? item.str : '')).join('')
  }
  await task.destroy()
  return text.replaceAll(/\s/g, '')
}

test('without a template the chapters stand in their usual order', async () => {
  const text = await textOf(CONTENT)
  const places = ['一、评标委员会', '二、投标人', '三、各项评审结果', '四、否决投标', '五、排序与推荐', '六、签署']
  const found = places.map((place) => text.indexOf(place))
  expect(found.every((at) => at > 0)).toBe(true)
  expect(found).toEqual(found.toSorted((a, b) => a - b))
  expect(text).not.toContain('基本情况')
})

test('a chosen template moves and explains chapters; the record in them stays', async () => {
  const chapter = (
    key: 'ranking' | 'facts' | 'bidders' | 'committee' | 'ways' | 'rejections' | 'signing',
    title: string,
  ) => ({
    key,
    title,
    intro: key === 'ranking' ? doc(paragraph('评标委员会推荐如下。')) : null,
  })
  const sections = [
    chapter('ranking', '评审结论'),
    chapter('facts', '项目情况'),
    chapter('bidders', '投标情况'),
    chapter('committee', '评标委员会'),
    chapter('ways', '评审过程'),
    chapter('rejections', '否决情况'),
    chapter('signing', '签署'),
  ]
  const layout = { versionId: 'v', versionNo: 1, versionHash: 'b'.repeat(64), sections }
  const text = await textOf({ ...CONTENT, layout })
  const places = [
    '一、评审结论',
    '评标委员会推荐如下。',
    '推荐中标候选人',
    '二、项目情况',
    '三、投标情况',
    '康达公司91',
    '七、签署',
  ]
  const found = places.map((place) => text.indexOf(place))
  expect(found.every((at) => at > 0)).toBe(true)
  expect(found).toEqual(found.toSorted((a, b) => a - b))
})
