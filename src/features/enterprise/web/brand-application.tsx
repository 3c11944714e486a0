import { Alert } from 'antd'
import { useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod'
import type { BodyOf, OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import type { FileRef } from '#web/kit/file-list.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { PrimaryButton } from '#web/kit/page-head.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { Timeline } from '#web/kit/timeline.tsx'
import { useSession } from '#web/shell/session.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { applyForBrand, brandApplications, brandPicture } from '../contract/brand.ts'
import { BRAND_FIELDS, BrandPreview, usePicture } from './brand-fields.tsx'
import { auditTag } from './words.ts'

const ADDRESS = '/enterprise/brand-application'

type Application = OutputOf<typeof brandApplications>['applications'][number]

interface Values {
  alias: string
  themeColor: string
  openHallTitle: string
  statement?: string
  logo?: FileRef[]
  favicon?: FileRef[]
}

/** The brand in force and what the company applied for; a new application when none waits. */
export function Screen() {
  const query = useCall(brandApplications, {}, { fresh: 0 })
  const [search] = useSearchParams()
  const navigate = useNavigate()
  return (
    <WhenLoaded query={query}>
      {(data) =>
        search.has('apply') ? (
          <Application inForce={data.inForce} onDone={() => void navigate(ADDRESS, { replace: true })} />
        ) : (
          <Overview data={data} onApply={() => void navigate(`${ADDRESS}?apply=1`)} />
        )
      }
    </WhenLoaded>
  )
}

function Overview({ data, onApply }: { data: OutputOf<typeof brandApplications>; onApply: () => void }) {
  const { tenant } = useSession()
  const query = useCall(brandApplications)
  const { inForce, applications } = data
  const [latest] = applications
  const waits = latest?.status === 0
  return (
    <DetailScreen query={query}>
      {() => ({
        title: '平台品牌',
        status: latest && <StatusTag {...auditTag(latest.status)} />,
        facts: [tenant?.name, `门户 /portal/${inForce.alias}`],
        extra: (
          <PrimaryButton label="申请更换品牌" onClick={onApply} {...(waits ? { disabled: '已有申请正在审核' } : {})} />
        ),
        notice: latest?.status === 2 && <Alert type="error" showIcon title={`上次申请被驳回：${latest.reason}`} />,
        sections: [
          {
            key: 'brand',
            title: waits ? '现有品牌与申请的品牌' : '现有品牌',
            content: (
              <div className="kb-tiles">
                <BrandPreview title="现有品牌" name={tenant?.name ?? ''} brand={inForce} logo={inForce.logo} />
                {waits && <Requested application={latest} name={tenant?.name ?? ''} />}
              </div>
            ),
          },
          applications.length > 0 && {
            key: 'history',
            title: '申请记录',
            content: (
              <Timeline
                items={applications.map((one) => ({
                  key: one.id,
                  at: one.decidedAt ?? one.appliedAt,
                  title: `${auditTag(one.status).label}：${one.openHallTitle}（${one.themeColor}，${one.alias}）`,
                  state: one.status === 0 ? 'now' : one.status === 1 ? 'done' : 'danger',
                  text: [
                    `${one.appliedByName} ${formatTime(one.appliedAt)} 提交`,
                    one.reason && `审核意见：${one.reason}`,
                  ]
                    .filter(Boolean)
                    .join('；'),
                }))}
              />
            ),
          },
        ],
      })}
    </DetailScreen>
  )
}

function Requested({ application, name }: { application: Application; name: string }) {
  const params = { id: application.id, picture: 'logo' }
  const own = usePicture(brandPicture, application.hasLogo ? { params } : null)
  const logo = application.hasLogo ? own : application.before.logo
  return <BrandPreview title="申请的品牌" name={name} brand={application} logo={logo} />
}

function Application({
  inForce,
  onDone,
}: {
  inForce: OutputOf<typeof brandApplications>['inForce']
  onDone: () => void
}) {
  const apply = useAction(applyForBrand, { success: '品牌申请已提交，请等待平台审核' })
  return (
    <FormScreen<Values>
      title="申请更换平台品牌"
      facts={['通过后平台的标志、主题色、门户别名和开标大厅名称立即更换，所有用户可见']}
      back={{ label: '平台品牌', to: ADDRESS }}
      draft="enterprise.brand"
      initial={{ alias: inForce.alias, themeColor: inForce.themeColor, openHallTitle: inForce.openHallTitle }}
      sections={[
        { title: '品牌', fields: BRAND_FIELDS },
        { title: '说明', fields: [{ kind: 'area', name: 'statement', label: '申请说明', rows: 3, maxLength: 500 }] },
      ]}
      schema={z.unknown().superRefine((values, ctx) => {
        const issues = applyForBrand.body.safeParse(bodyOf(values as Values)).error?.issues ?? []
        for (const { path, message } of issues) ctx.addIssue({ code: 'custom', path: [...path], message })
      })}
      submit={{
        label: '提交申请',
        confirm: '提交后由平台审核，审核期间不能再次提交。',
        run: (values) => apply.run({ body: bodyOf(values) }),
      }}
      onDone={onDone}
    />
  )
}

function bodyOf({ logo, favicon, statement, alias, themeColor, openHallTitle }: Values): BodyOf<typeof applyForBrand> {
  return {
    alias: alias ?? '',
    themeColor: (themeColor ?? '').toLowerCase(),
    openHallTitle: openHallTitle ?? '',
    statement: statement ?? '',
    logoId: logo?.[0]?.fileId ?? null,
    faviconId: favicon?.[0]?.fileId ?? null,
  }
}
