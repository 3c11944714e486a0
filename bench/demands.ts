import { Cast } from '#demo/cast.ts'
import { launchBrowser } from '#e2e/browser.ts'
import { enter } from '#e2e/kit/samples.ts'
import { DAY, formatDate } from '#contract/time.ts'
import { createDemand, demandDetail, publishDemand } from '#features/demands/contract/demand.ts'
import { demandMatrix, endSurvey, enterAnswer } from '#features/demands/contract/survey.ts'
import { serverTime } from '#features/tenancy/contract.ts'
import type { HttpClient } from '#server/testing/http-client.ts'
import type { Line } from './line.ts'
import { quantile } from './load.ts'
import type { BenchWorld } from './world.ts'

const SIZE = { answers: 30, parameters: 120 }
const OPENINGS = 5
const SCAN = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')

/** A survey of 30 answers to 120 parameters: who meets what, as an answer and in a browser. */
export async function demands(world: BenchWorld): Promise<Line[]> {
  const buyer = await new Cast(world.product).as('buyer')
  const demandId = await survey(buyer)
  const what = `${SIZE.answers} × ${SIZE.parameters}`
  const answers: number[] = []
  for (let i = 0; i < 7; i++) {
    const began = performance.now()
    await buyer.call(demandMatrix, { params: { demandId } })
    answers.push(performance.now() - began)
  }
  const opened = await paints(world, demandId)
  const [answer, paint] = [quantile(answers, 0.5), quantile(opened, 0.5)]
  return [
    {
      what: `survey of ${what}, answer`,
      figures: `p50 ${answer.toFixed(0)} ms`,
      target: '≤ 300 ms',
      holds: answer <= 300,
    },
    {
      what: `survey of ${what}, address to cells`,
      figures: `p50 ${paint.toFixed(0)} ms, slowest ${Math.max(...opened).toFixed(0)} ms`,
      target: '≤ 1000 ms',
      holds: paint <= 1000,
    },
  ]
}

/** From the click on the link of the survey to the frame with cells. */
async function paints(world: BenchWorld, demandId: string): Promise<number[]> {
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ baseURL: world.product, viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await enter(page, { base: world.product, who: 'buyer', workbench: 'purchaser' })
    const opened: number[] = []
    for (let i = 0; i <= OPENINGS; i++) {
      await page.goto(`/purchaser/demands/orders/${demandId}/detail`)
      const button = page.getByRole('button', { name: '查看调研' })
      await button.waitFor()
      const took = await button.evaluate(
        (element: HTMLElement) =>
          new Promise<number>((done) => {
            const began = performance.now()
            new MutationObserver((_, observer) => {
              if (!document.querySelector('.kb-matrix [role=gridcell]')) return
              observer.disconnect()
              requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - began)))
            }).observe(document.body, { childList: true, subtree: true })
            element.click()
          }),
      )
      // The first one loads the code, which somebody at work has.
      if (i > 0) opened.push(took)
    }
    return opened
  } finally {
    await browser.close()
  }
}

async function survey(buyer: HttpClient): Promise<string> {
  // Other measures move the server's clock.
  const { epochMs: now } = await buyer.call(serverTime, {})
  const params = await buyer.call(createDemand, {
    body: {
      title: '检验耗材参数调研',
      category: 'goods',
      purpose: '测量用',
      regime: 'enterprise',
      budget: '1000000.00',
      mode: 'open',
      endsAt: new Date(now + DAY).toISOString(),
      items: [{ name: '检验耗材', unit: '批', quantity: '1' }],
      parameters: Array.from({ length: SIZE.parameters }, (_, i) => ({
        section: `第 ${Math.floor(i / 20) + 1} 组`,
        name: `参数 ${i + 1}`,
        unit: 'ml',
        wished: `≥ ${i + 10}`,
        isMust: i % 3 !== 0,
        weight: 1,
      })),
    },
  })
  await buyer.call(publishDemand, { params, body: {} })
  const { parameters } = await buyer.call(demandDetail, { params })
  const { fileId } = await buyer.upload('demand-scan', '应答.pdf', SCAN)
  for (let n = 0; n < SIZE.answers; n++)
    await buyer.call(enterAnswer, {
      params,
      body: {
        name: `江州检验器材第 ${n + 1} 公司`,
        receivedOn: formatDate(now),
        scan: [{ fileId, name: '应答.pdf' }],
        solution: '整体供货',
        brand: `品牌 ${(n % 12) + 1}`,
        price: `${800_000 + n * 1000}.00`,
        lines: parameters.map(({ parameterId }, i) => ({
          parameterId,
          met: metBy(i, n),
          value: `${i + 10 + (n % 4)} ml`,
          remark: '见样本第三页',
        })),
      },
    })
  await buyer.call(endSurvey, { params, body: { reason: '应答充分' } })
  return params.demandId
}

/** Most parameters are met by most. */
function metBy(parameter: number, answer: number): 'yes' | 'partly' | 'no' {
  if ((parameter * 7 + answer) % 11 === 0) return 'no'
  return (parameter + answer) % 5 === 0 ? 'partly' : 'yes'
}
