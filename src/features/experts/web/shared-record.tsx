import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { askText } from '#web/kit/ask-text.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { endShare, sharedRecords, shareExpert } from '../contract-audit.ts'
import './experts.css'

const RELATIONS = { platform: '平台', above: '上级单位', below: '下级单位', none: '已解除关联' } as const
const PLATFORM = 'platform'

/** With whom an expert of the own library is and was shared. */
export function Screen() {
  const { expertId = '' } = useParams()
  const params = { expertId }
  const query = useCall(sharedRecords, { params }, { fresh: 0 })
  const [target, setTarget] = useState<string>()
  const [note, setNote] = useState('')
  const share = useAction(shareExpert, {
    success: target === PLATFORM ? '已提交，平台审核通过后共享' : '已共享',
    onDone: () => setTarget(undefined),
  })
  const end = useAction(endShare, { success: '已结束共享' })
  const askEnd = (shareId: string, name: string) =>
    askText({
      title: `结束向${name}共享`,
      hint: '结束后对方不能再抽取该专家，已完成的抽取不受影响。',
      run: (reason) => end.run({ params: { ...params, shareId }, body: { reason } }),
    })
  return (
    <WhenLoaded query={query}>
      {({ expertName, rows, targets, isPending }) => (
        <>
          <PageHead
            title={`共享记录：${expertName}`}
            back={{ label: '专家信息', to: `/expert/manage/${expertId}/detail` }}
            facts={['共享给上下级单位立即生效，共享至平台专家库须经平台审核']}
          />
          <section className="kb-section" aria-label="新增共享">
            <div className="kb-filters kb-flex kb-gap-8 kb-wrap kb-below-12">
              <Select
                className="kb-filter-select"
                aria-label="共享给"
                placeholder="共享给"
                style={{ minWidth: 260 }}
                {...(target === undefined ? {} : { value: target })}
                options={targets.map((one) => ({
                  value: one.companyId ?? PLATFORM,
                  label: one.companyId === null ? one.name : `${one.name}（${RELATIONS[one.relation]}）`,
                }))}
                notFoundContent="没有可共享的单位，请先在企业管理中建立上下级关系"
                onChange={setTarget}
              />
              <Input
                className="kb-filter-text"
                aria-label="说明"
                placeholder="说明（选填）"
                maxLength={500}
                value={note}
                onChange={(e) => setNote(e.target.value)}
              />
              <Button
                type="primary"
                disabled={target === undefined}
                onClick={() =>
                  void share.run({ params, body: { companyId: target === PLATFORM ? null : (target ?? null), note } })
                }
              >
                共享
              </Button>
            </div>
            {isPending && <p className="kb-muted">共享至平台专家库的申请正在审核</p>}
          </section>
          {rows.length === 0 ? (
            <EmptyState title="尚未共享" hint="共享后，对方可在专家库中看到该专家，并可在抽取时选用" />
          ) : (
            <DataTable
              label="共享记录"
              rows={rows}
              rowKey={(row) => row.shareId}
              columns={[
                { key: 'company', title: '共享给', value: (row) => row.companyName },
                { key: 'relation', title: '关系', width: 110, value: (row) => RELATIONS[row.relation] },
                { key: 'note', title: '说明', value: (row) => row.note },
                { key: 'by', title: '操作人', width: 90, value: (row) => row.sharedByName },
                { key: 'at', title: '共享时间', kind: 'time', width: 140, value: (row) => row.sharedAt },
                {
                  key: 'state',
                  title: '状态',
                  width: 100,
                  value: (row) => (row.endedAt ? '已结束' : '共享中'),
                  render: (row) => (
                    <StatusTag label={row.endedAt ? '已结束' : '共享中'} tone={row.endedAt ? 'neutral' : 'success'} />
                  ),
                },
                {
                  key: 'end',
                  title: '结束',
                  value: (row) =>
                    row.endedAt ? `${formatTime(row.endedAt)} ${row.endedByName}：${row.endReason}` : '',
                },
              ]}
              renderEnd={(row) =>
                row.endedAt === null && (
                  <Button type="link" size="small" onClick={() => askEnd(row.shareId, row.companyName)}>
                    结束共享
                  </Button>
                )
              }
            />
          )}
        </>
      )}
    </WhenLoaded>
  )
}
