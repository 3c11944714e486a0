import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import type { FileRef } from '#web/kit/file-list.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCall } from '#web/use-call.ts'
import { answerAsk, ownAsks } from '../contract.ts'
import { ASK_KINDS } from '../rules/review.ts'
import { AnswerList } from './answer-list.tsx'

type Ask = OutputOf<typeof ownAsks>['asks'][number]
interface Values {
  content?: string
  files?: FileRef[]
}

/** What the buyer asks the own company for while it looks at the offers: files, or the explanation of a price. */
export function Screen() {
  const { orderId = '' } = useParams()
  const query = useCall(ownAsks, { params: { orderId } }, { fresh: 0 })
  const [answering, setAnswering] = useState<Ask | null>(null)
  const method = query.data?.method
  const back = method && { label: '项目详情', to: placeOf({ id: orderId, method }, 'publish.tender', 'supplier') }
  return (
    <>
      <DetailScreen query={query} {...(back ? { back } : {})}>
        {({ title, code, asks }) => ({
          title: '补充文件与说明',
          facts: [code, title],
          notice:
            asks.length === 0 ? (
              <EmptyState title="没有需要补充的内容" hint="采购人要求贵单位补充文件或者说明价格时，在此提交" />
            ) : (
              <Alert
                className="kb-below-16"
                type="info"
                showIcon
                title="要求和答复仅采购方与贵单位可见；截止前可以更新，逾期不再接收。"
              />
            ),
          sections: asks.map((ask) => ({
            key: ask.askId,
            title: `${ASK_KINDS[ask.kind]}：${ask.title}`,
            extra: (
              <>
                <StatusTag {...stateOf(ask)} />
                {ask.isOpen && (
                  <Button
                    type={ask.answers.length > 0 ? 'default' : 'primary'}
                    size="small"
                    onClick={() => setAnswering(ask)}
                  >
                    {ask.answers.length > 0 ? '更新' : '提交'}
                  </Button>
                )}
              </>
            ),
            content: (
              <>
                <FieldList
                  items={[
                    { label: '提交截止', value: formatTime(ask.deadline) },
                    { label: '要求时间', value: formatTime(ask.askedAt) },
                    ask.content !== '' && { label: '要求', value: ask.content, wide: true },
                  ]}
                />
                <AnswerList
                  answers={ask.answers}
                  path={`/api/workbench/supplier/tenders/${orderId}/online-review/files`}
                />
              </>
            ),
          })),
        })}
      </DetailScreen>
      {answering && <AnswerDialog orderId={orderId} ask={answering} onClose={() => setAnswering(null)} />}
    </>
  )
}

function AnswerDialog({ orderId, ask, onClose }: { orderId: string; ask: Ask; onClose: () => void }) {
  const [last] = ask.answers
  return (
    <ActionDialog
      title={`${ASK_KINDS[ask.kind]}：${ask.title}`}
      endpoint={answerAsk}
      initial={{ content: last?.content ?? '', files: last?.files ?? [] }}
      fields={[
        {
          kind: 'files',
          name: 'files',
          label: '文件',
          use: 'review-answer',
          most: 10,
          accept: '.pdf,.docx,.xlsx,.png,.jpg,.jpeg',
        },
        { kind: 'area', name: 'content', label: '说明', rows: 5, maxLength: 4000 },
      ]}
      input={({ content = '', files = [] }: Values) => ({
        params: { orderId, askId: ask.askId },
        body: { content, files: files.map(({ fileId, name }) => ({ fileId, name })), replaces: last?.no ?? 0 },
      })}
      hint={`${formatTime(ask.deadline)} 前可以更新，每次提交均留存。`}
      okText="提交"
      success="已提交"
      onClose={onClose}
    />
  )
}

function stateOf({ answers, isOpen }: Ask) {
  if (answers.length > 0) return { label: '已提交', tone: 'success' as const }
  return isOpen ? { label: '待提交', tone: 'warning' as const } : { label: '未提交', tone: 'danger' as const }
}
