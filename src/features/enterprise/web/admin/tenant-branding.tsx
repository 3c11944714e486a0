import { useParams } from 'react-router'
import { SideBlock } from '#web/kit/detail-screen.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { loadTenant } from '#web/shell/bootstrap.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { tenantBranding, updateTenantBranding } from '../../contract/admin.ts'
import { BrandPreview } from '../brand-fields.tsx'
import { TenantForm } from './tenant-form.tsx'

/** Changes a tenant. */
export function Screen() {
  const { id = '' } = useParams()
  const params = { id: Number(id) }
  const query = useCall(tenantBranding, { params }, { fresh: 0 })
  const save = useAction(updateTenantBranding, { success: '品牌已更新' })
  return (
    <WhenLoaded query={query}>
      {({ logo, favicon, isDefault, hosts, ...values }) => (
        <TenantForm
          title={`${values.name}：品牌与功能`}
          facts={[isDefault && '默认平台', '保存后两秒内对所有用户生效']}
          isDefault={isDefault}
          initial={isDefault ? values : { ...values, hosts }}
          save={async (body) => {
            const outcome = await save.run({ params, body })
            if (outcome.ok) await loadTenant()
            return outcome
          }}
          side={
            <SideBlock title="现有品牌">
              <BrandPreview title="现有品牌" name={values.name} brand={values} logo={logo} />
              <p className="kb-pad-y-8 kb-size-13 kb-soft">
                浏览器图标 {favicon && <img src={favicon} alt="" width={16} height={16} />}
              </p>
            </SideBlock>
          }
        />
      )}
    </WhenLoaded>
  )
}
