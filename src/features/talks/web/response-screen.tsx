import { Alert, Button } from 'antd'
import { useNavigate, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { say } from '#features/procurement/methods/say.ts'
import { ask } from '#web/feedback.ts'
import type { FileRef } from '#web/kit/file-list.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { pricedLines, totalOf } from '../rules.ts'
import { ownResponse, ResponseFields, submitResponse, withdrawResponse } from '../contract.ts'
import { type LinePrice, LinePrices } from './line-prices.tsx'
import { ResponseFacts } from './talk-record.tsx'

type Own = OutputOf<typeof ownResponse>
interface Values {
  price?: string
  lines?: LinePrice[]
  statement?: string
  files?: FileRef[]
}

/** What the own company offers: handed in, replaced and taken back until the deadline. */
export function Screen() {
  const { orderId = '' } = useParams()
  const query = useCall(ownResponse, { params: { orderId } }, { fresh: 0 })
  return <WhenLoaded query={query}>{(own) => <ResponsePage key={own.current?.responseId} own={own} />}</WhenLoaded>
}

function ResponsePage({ own }: { own: Own }) {
  const navigate = useNavigate()
  const { orderId, current, bidEnd, controlPrice, items } = own
  const isByLine = methodOf(own.method).isPricedByLine === true
  const send = useAction(submitResponse, { success: say(own, '{offer}已提交') })
  const back = useAction(withdrawResponse, { success: say(own, '{offer}已撤回') })
  const tender = placeOf({ id: orderId, method: own.method }, 'publish.tender', 'supplier')
  const ceiling = controlPrice ? { help: `${say(own, '{ceiling}')} ${formatAmount(controlPrice)} 元` } : {}
  const page = {
    title: say(own, '{offer}'),
    facts: [own.code, own.title],
    back: { label: '项目详情', to: tender },
  }
  const known = current && (
    <section className="kb-section">
      <h2>已提交</h2>
      <ResponseFacts response={current} items={items} path={`/api/workbench/supplier/tenders/${orderId}/talk/files`} />
    </section>
  )
  if (own.blocked !== null)
    return (
      <article>
        <PageHead {...page} />
        <Alert
          className="kb-below-20"
          type={current ? 'info' : 'warning'}
          showIcon
          title={current ? own.blocked : say(own, `${own.blocked}，本企业没有提交{offer}`)}
        />
        {known}
      </article>
    )
  const takeBack = async () => {
    const content = say(own, '撤回后须在截止前重新提交，否则视为未响应。确认撤回？')
    if (await ask({ title: say(own, '撤回{offer}'), content, okText: '撤回', danger: true }))
      await back.run({ params: { orderId }, body: { responseId: current!.responseId } })
  }
  return (
    <FormScreen<Values>
      {...page}
      facts={[...page.facts, bidEnd && `${say(own, '{deadline}')} ${formatTime(bidEnd, true)}`]}
      draft={`talks.response.${orderId}.${current?.responseId ?? ''}`}
      initial={
        current
          ? {
              price: current.price,
              lines: (current.lines ?? []).map(({ itemId, unitPrice }) => ({ itemId, unitPrice })),
              statement: current.statement,
              files: current.files,
            }
          : {}
      }
      schema={isByLine ? ResponseFields.omit({ price: true }) : ResponseFields}
      sections={[
        ...(known ? [{ content: known }] : []),
        {
          title: current ? say(own, '替换{offer}') : say(own, '提交{offer}'),
          hint: '截止前可以替换或撤回；采购人在截止后方可查看。文件不加密，仅本单位和采购人可以查看。',
          fields: [
            isByLine
              ? {
                  kind: 'custom',
                  name: 'lines',
                  label: '逐行单价',
                  required: true,
                  wide: true,
                  control: <LinePrices items={items} />,
                  ...ceiling,
                }
              : { kind: 'amount', name: 'price', label: '响应价格', required: true, ...ceiling },
            {
              kind: 'files',
              name: 'files',
              label: say(own, '{offer}'),
              required: !isByLine,
              use: 'response',
              most: 20,
              accept: '.pdf,.docx,.xlsx,.png,.jpg,.jpeg',
            },
            { kind: 'area', name: 'statement', label: '响应说明', maxLength: 4000 },
          ],
        },
      ]}
      submit={{
        label: current ? '替换' : '提交',
        confirm: say(own, '确认提交{offer}？截止前可以替换或撤回。'),
        run: ({ price = '', lines = [], statement = '', files = [] }) =>
          send.run({
            params: { orderId },
            body: {
              price: isByLine ? totalOf(pricedLines(items, lines)) : price,
              lines,
              statement,
              files: files.map(({ fileId, name }) => ({ fileId, name })),
              replaces: current?.responseId ?? null,
            },
          }),
      }}
      extra={() =>
        current && (
          <Button danger loading={back.busy} onClick={() => void takeBack()}>
            撤回
          </Button>
        )
      }
      onDone={() => void navigate(tender)}
    />
  )
}
