import * as z from 'zod'
import { useNavigate, useParams } from 'react-router'
import type { BodyOf } from '#contract/endpoint.ts'
import { loadTenant } from '#web/shell/bootstrap.ts'
import type { FileRef } from '#web/kit/file-list.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { SideBlock } from '#web/kit/detail-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { tenantBranding, tenants, updateTenantBranding } from '../../contract/admin.ts'
import { brandProblems } from '../../rules/brand.ts'
import { SERVICES } from '../../rules/services.ts'
import { BRAND_FIELDS, BrandPreview } from '../brand-fields.tsx'

type Body = BodyOf<typeof updateTenantBranding>
type Values = Omit<Body, 'logoId' | 'faviconId'> & { logo?: FileRef[]; favicon?: FileRef[] }

/** Name, brand and features of a tenant. */
export function Screen() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const params = { id: Number(id) }
  const query = useCall(tenantBranding, { params }, { fresh: 0 })
  const save = useAction(updateTenantBranding, { success: '品牌已更新', refresh: [tenants, tenantBranding] })
  return (
    <WhenLoaded query={query}>
      {({ logo, favicon, isDefault, ...values }) => (
        <FormScreen<Values>
          title={`${values.name}：品牌与功能`}
          facts={[isDefault && '默认平台', '保存后两秒内对所有用户生效']}
          back={{ label: '租户管理', to: '/admin/tenants' }}
          initial={values}
          sections={[
            {
              title: '平台',
              fields: [
                { kind: 'text', name: 'name', label: '平台名称', required: true, maxLength: 30 },
                { kind: 'text', name: 'reviewPlatformTitle', label: '评审平台名称', required: true, maxLength: 30 },
                { kind: 'text', name: 'hotline', label: '客服热线', maxLength: 40 },
                { kind: 'text', name: 'address', label: '联系地址' },
              ],
            },
            { title: '品牌', fields: BRAND_FIELDS },
            {
              title: '功能',
              hint: '关闭的功能不再提供给企业申请，相应的应用不再显示。',
              fields: [
                {
                  kind: 'checks',
                  name: 'funcList',
                  label: '采购人和供应商',
                  options: optionsWith(values.funcList),
                  wide: true,
                },
                {
                  kind: 'checks',
                  name: 'agencyFuncList',
                  label: '代理机构',
                  options: optionsWith(values.agencyFuncList),
                  wide: true,
                },
              ],
            },
          ]}
          schema={z.unknown().superRefine((given, ctx) => {
            const body = bodyOf(given as Values)
            const issues = updateTenantBranding.body.safeParse(body).error?.issues ?? []
            for (const { path, message } of issues) ctx.addIssue({ code: 'custom', path: [...path], message })
            for (const { path, message } of brandProblems(body)) ctx.addIssue({ code: 'custom', path: [path], message })
          })}
          submit={{
            label: '保存',
            run: async (given) => {
              const outcome = await save.run({ params, body: bodyOf(given) })
              if (outcome.ok) await loadTenant()
              return outcome
            },
          }}
          onDone={() => void navigate('/admin/tenants')}
          side={
            <SideBlock title="现有品牌">
              <BrandPreview title="现有品牌" name={values.name} brand={values} logo={logo} />
              <p className="ent-brand-note">
                浏览器图标 {favicon && <img src={favicon} alt="" width={16} height={16} />}
              </p>
              <p className="ent-brand-note">
                浏览器图标 {favicon && <img src={favicon} alt="" width={16} height={16} />}
              </p>
            </SideBlock>
          }
        />
      )}
    </WhenLoaded>
  )
}

/** Known services of a tenant, and what is on already although this version does not know it. */
function optionsWith(on: readonly string[]): { value: string; label: string }[] {
  const known: { value: string; label: string }[] = SERVICES.filter((service) => service.kind === 'service').map(
    ({ code, label }) => ({
      value: code,
      label,
    }),
  )
  known.push({ value: 'publicOpening', label: '开标大厅对公众开放旁观' })
  const others = on
    .filter((code) => !known.some((one) => one.value === code))
    .map((code) => ({ value: code, label: code }))
  return [...known, ...others]
}

function bodyOf({ logo, favicon, ...values }: Values): Body {
  return {
    ...values,
    themeColor: (values.themeColor ?? '').toLowerCase(),
    funcList: values.funcList ?? [],
    agencyFuncList: values.agencyFuncList ?? [],
    logoId: logo?.[0]?.fileId ?? null,
    faviconId: favicon?.[0]?.fileId ?? null,
  }
}
