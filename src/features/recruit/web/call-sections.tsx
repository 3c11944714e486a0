import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import type { Section } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import type { Step } from '#web/kit/steps-rail.tsx'
import { Timeline } from '#web/kit/timeline.tsx'
import type { callDetail } from '../contract/supplier.ts'
import { FEE_TIMINGS, OPENNESS, REQUIRE_TYPES } from '../rules/kinds.ts'
import { MaterialTable } from './material-table.tsx'

/** What both sides read of a call. */
export type Call = Omit<OutputOf<typeof callDetail>, 'trade' | 'blocked' | 'hasLicence' | 'result'>

export function feeText({ feeTiming, feeAmount }: Pick<Call, 'feeTiming' | 'feeAmount'>): string {
  return feeAmount ? `${formatAmount(feeAmount)} 元，${FEE_TIMINGS[feeTiming]}` : FEE_TIMINGS.none
}

/** The way of a call. */
export function stepsOf(call: Call): Step[] {
  const { state, publishedAt, endsAt, endedAt } = call
  if (state === 'abandoned')
    return [
      { key: 'publish', label: '发布', state: 'done', at: publishedAt },
      { key: 'abandon', label: '终止', state: 'failed', at: endedAt },
    ]
  const reached = ['draft', 'recruiting', 'ended', 'drafted', 'published'].indexOf(state)
  const at = [publishedAt, endedAt ?? endsAt, null, null]
  return ['发布', '征集申请', '审核与结果', '公布结果'].map((label, i) => ({
    key: label,
    label,
    state:
      i < (reached === 3 ? 2 : reached) || state === 'published' ? 'done' : i === Math.min(reached, 2) ? 'now' : 'next',
    at: at[i] ?? null,
  }))
}

/** Sections of a call as both sides read it; `fileBase`: address of its files. */
export function callSections(call: Call, fileBase: string): (Section | false)[] {
  const released = call.changes.filter(({ state }) => state === 'released')
  return [
    released.length > 0 && {
      key: 'changes',
      title: '变更',
      content: (
        <Timeline
          items={released.map(({ changeId, no, content, endsAt, beforeEndsAt, releasedAt }) => ({
            key: changeId,
            at: releasedAt,
            title: `第 ${no} 次变更`,
            text: (
              <>
                <p>{content}</p>
                {endsAt && (
                  <p className="kb-note">
                    申请截止时间由 {formatTime(beforeEndsAt)} 改为 {formatTime(endsAt)}
                  </p>
                )}
              </>
            ),
          }))}
        />
      ),
    },
    {
      key: 'basic',
      title: '基本信息',
      content: (
        <FieldList
          items={[
            { label: '征集单位', value: call.ownerName },
            { label: '征集范围', value: OPENNESS[call.openness] },
            { label: '申请时间', value: `${formatTime(call.startsAt)} 至 ${formatTime(call.endsAt)}` },
            { label: '入库服务费', value: feeText(call) },
            { label: '联系人', value: [call.contactName, call.contactPhone].filter(Boolean).join('，') },
            call.endReason !== '' && {
              label: call.state === 'abandoned' ? '终止原因' : '提前截止原因',
              value: call.endReason,
              wide: true,
            },
          ]}
        />
      ),
    },
    {
      key: 'categories',
      title: '征集品类',
      content: (
        <div className="kb-stack kb-gap-12">
          {call.categories.length === 0 && <p className="kb-muted">未填写</p>}
          {call.categories.map(({ key, name, requirements, documents }) => (
            <section key={key} className="kb-box" aria-label={name}>
              <h3>{name}</h3>
              {requirements !== '' && <p className="kb-pre">{requirements}</p>}
              {documents.length > 0 && (
                <ul className="kb-above-8">
                  {documents.map((one) => (
                    <li key={one.key}>
                      {one.name}
                      <span className="kb-note">
                        {' '}
                        {REQUIRE_TYPES[one.requireType]}，{one.required ? '必须提交' : '可不提交'}
                      </span>
                    </li>
                  ))}
                </ul>
              )}
            </section>
          ))}
        </div>
      ),
    },
    call.materials.length > 0 && {
      key: 'materials',
      title: '征集物料',
      content: <MaterialTable materials={call.materials} />,
    },
    {
      key: 'notice',
      title: '征集公告',
      content: (
        <>
          <p className="kb-pre">{call.notice || '未填写'}</p>
          {call.files.length > 0 && (
            <div className="kb-above-8">
              <FileList files={call.files} pathOf={({ fileId }) => `${fileBase}/files/${fileId}`} />
            </div>
          )}
        </>
      ),
    },
  ]
}
