import { Alert, Button } from 'antd'
import { useSearchParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { ask } from '#web/feedback.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useSession } from '#web/shell/session.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { adminBrandApplications, adminBrandPicture, decideBrandApplication } from '../../contract/admin.ts'
import { BrandPreview, usePicture } from '../brand-fields.tsx'
import { DECISION_TABS, auditTag } from '../words.ts'
import { REJECTION } from './decide.tsx'

type Row = OutputOf<typeof adminBrandApplications>['rows'][number]

/** Applications for the brand of this tenant, each beside what it would replace. */
export function Screen() {
  const [search, setSearch] = useSearchParams()
  const status = search.get('status') ?? ''
  const query = useCall(
    adminBrandApplications,
    { query: { pageSize: 50, ...(status ? { status: Number(status) } : {}) } },
    { fresh: 0, keep: true },
  )
  return (
    <>
      <PageHead title="品牌审核" facts={['通过后平台的标志、主题色、门户别名和开标大厅名称立即更换']} />
      <div className="kb-tabs kb-flex kb-gap-20 kb-scroll-x kb-rule" role="group" aria-label="状态">
        {DECISION_TABS.map((tab) => (
          <button
            key={tab.value}
            type="button"
            aria-pressed={tab.value === status}
            onClick={() => setSearch(tab.value ? { status: tab.value } : {}, { replace: true })}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <WhenLoaded query={query}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title="没有品牌申请" hint="采购人提交的平台品牌申请在这里审核" />
          ) : (
            rows.map((row) => <Application key={row.id} row={row} />)
          )
        }
      </WhenLoaded>
    </>
  )
}

function Application({ row }: { row: Row }) {
  const { tenant } = useSession()
  const name = tenant?.name ?? ''
  const params = { id: row.id, picture: 'logo' }
  const own = usePicture(adminBrandPicture, row.hasLogo ? { params } : null)
  const decide = useAction(decideBrandApplication, { success: '审核已完成' })
  const run = (body: { pass: boolean; reason: string }) => decide.run({ params: { id: row.id }, body })
  const approve = async () => {
    const content = `“${name}”的品牌将立即更换，所有用户可见。`
    if (await ask({ title: '通过品牌申请', content })) await run({ pass: true, reason: '' })
  }
  const pass = row.actions.find((one) => one.action === 'pass')
  return (
    <section className="kb-section kb-above-20" aria-label={row.companyName}>
      <h2>
        {row.companyName} <StatusTag {...auditTag(row.status)} />
        {row.actions.length > 0 && (
          <span className="kb-flex kb-gap-16 kb-tight kb-wrap kb-size-13 kb-push kb-regular kb-actions">
            <Button
              danger
              onClick={() =>
                askText({
                  title: `驳回${row.companyName}的品牌申请`,
                  ...REJECTION,
                  run: (reason) => run({ pass: false, reason }),
                })
              }
            >
              驳回
            </Button>
            <Button type="primary" disabled={pass?.reason !== undefined} onClick={() => void approve()}>
              通过
            </Button>
          </span>
        )}
      </h2>
      <p className="kb-section-hint kb-hint">
        {row.appliedByName} {formatTime(row.appliedAt)} 提交
        {row.statement && `：${row.statement}`}
        {row.decidedAt && `；${row.decidedByName} ${formatTime(row.decidedAt)} 审核${row.reason && `：${row.reason}`}`}
      </p>
      {row.obstacle && <Alert type="warning" showIcon title={`不能通过：${row.obstacle}`} />}
      <div className="kb-tiles">
        <BrandPreview
          title={row.status === 0 ? '现有品牌' : '审核时的品牌'}
          name={name}
          brand={row.before}
          logo={row.before.logo}
        />
        <BrandPreview title="申请的品牌" name={name} brand={row} logo={row.hasLogo ? own : row.before.logo} />
      </div>
    </section>
  )
}
