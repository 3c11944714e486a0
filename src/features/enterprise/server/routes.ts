import type { Feature } from '#server/feature.ts'
import { implement, implementFile, implementForPerson } from '#server/implement.ts'
import * as admin from '../contract/admin.ts'
import * as brandCalls from '../contract/brand.ts'
import * as certificate from '../contract/certification.ts'
import * as company from '../contract/company.ts'
import * as service from '../contract/services.ts'
import { auditDocument, listAudits, showAudit } from './admin-audits.ts'
import { listCompanies, setChargeTenant, setStatus, showCompany } from './admin-companies.ts'
import { appStates, switchApp } from './apps.ts'
import * as brand from './brand.ts'
import * as cards from './cards.ts'
import { decideAudit } from './certifying.ts'
import * as certification from './certification.ts'
import * as companies from './companies.ts'
import { directory, notNaturalPersons } from './directories.ts'
import { uploads } from './files.ts'
import * as grey from './grey.ts'
import { find } from './find.ts'
import { home } from './home.ts'
import * as join from './join.ts'
import { messageKinds } from './message-kinds.ts'
import { subscribers } from './messages.ts'
import { ownCompany } from './access.ts'
import * as services from './services.ts'
import * as tenants from './tenants.ts'

/** Everybody who works for the company; its administrators; buyers; the platform. */
const ANY = { workbench: ['purchaser', 'agency', 'supplier'] } as const
const KEEPER = { ...ANY, right: 'businessManagement' } as const
const BUYER = { workbench: ['purchaser', 'agency'] } as const
const PURCHASER = { workbench: 'purchaser', right: 'businessManagement' } as const
const PLATFORM = { workbench: 'admin', right: 'platform' } as const

/** Companies, their certification and services; the platform's administration of them. */
export const enterprise: Feature = {
  name: 'enterprise',
  files: {
    'company_audit_file.file_id': 'id',
    'brand_application.logo_id': 'id',
    'brand_application.favicon_id': 'id',
    'brand_application.before': 'document',
    'company.profile': 'document',
    'company_tenant.profile': 'document',
  },
  routes: [
    implementForPerson(certificate.companyExists, {}, (ctx, { query }) => certification.exists(ctx, query)),
    implementForPerson(certificate.submitAudit, {}, (ctx, { body }) => certification.submit(ctx, body)),
    implementForPerson(certificate.latestAudit, {}, (ctx, { query }) => certification.latest(ctx, query.of)),
    implementForPerson(certificate.auditPage, {}, (ctx, { query }) => certification.history(ctx, query)),
    implementForPerson(certificate.auditDetail, {}, (ctx, { params }) => certification.detail(ctx, params.auditId)),
    implementForPerson(certificate.withdrawAudit, {}, (ctx, { params }) => certification.withdraw(ctx, params.auditId)),
    implementFile(certificate.auditFile, { audience: 'person' }, (ctx, { params }) =>
      certification.documentOf(ctx, params),
    ),
    implementForPerson(certificate.askToJoin, {}, (ctx, { body }) => join.ask(ctx, body)),
    implementForPerson(certificate.ownJoinRequests, {}, (ctx) => join.own(ctx)),
    implement(certificate.joinRequests, KEEPER, (ctx) => join.pending(ctx)),
    implement(certificate.decideJoin, KEEPER, async (ctx, { params, body }) => {
      await join.decide(ctx, { id: params.id, accept: body.accept })
    }),
    implement(certificate.workbenchAuditStatus, ANY, (ctx) => services.workbenchStates(ctx)),

    implement(company.companyOneself, ANY, (ctx) => companies.oneself(ctx)),
    implement(company.businessInfo, ANY, (ctx) => companies.business(ctx)),
    implement(company.basicInfo, ANY, (ctx) => companies.basic(ctx)),
    implement(company.updateBasicInfo, KEEPER, (ctx, { body }) => companies.setBasic(ctx, body)),
    implement(company.workbenchProfile, ANY, (ctx) => companies.profile(ctx)),
    implement(company.grayscaleReleases, ANY, async (ctx) => companies.greyFeatures(ctx, await ownCompany(ctx))),
    implement(company.sourcingMenus, ANY, (ctx) => appStates(ctx)),
    implement(company.switchApp, KEEPER, (ctx, { body }) => switchApp(ctx, body)),
    implement(company.notNaturalPersons, ANY, (ctx, { query }) => notNaturalPersons(ctx, query.keyword)),
    implement(company.agencyPage, ANY, (ctx, { query }) => directory(ctx, ['agency'], query)),
    implement(company.purchaserPage, ANY, (ctx, { query }) => directory(ctx, ['purchaser'], query)),
    implement(company.supplierPage, BUYER, (ctx, { query }) => directory(ctx, ['supplier'], query)),
    implement(company.purchaserOrAgencyPage, ANY, (ctx, { query }) => directory(ctx, ['purchaser', 'agency'], query)),
    implement(company.chargeTenant, ANY, (ctx) => companies.chargeTenantOf(ctx)),
    implement(company.accountInfo, ANY, (ctx) => companies.account(ctx)),

    implement(service.applyForService, KEEPER, (ctx, { body }) => services.apply(ctx, body)),
    implement(service.latestServiceAudits, KEEPER, (ctx) => services.states(ctx)),
    implement(service.serviceAuditsOfType, KEEPER, (ctx, { params }) => services.ofType(ctx, params.type)),
    implement(service.bankCards, KEEPER, (ctx) => cards.cards(ctx)),
    implement(service.addBankCard, KEEPER, (ctx, { body }) => cards.add(ctx, body)),
    implement(service.verifyBankCard, KEEPER, (ctx, { params, body }) => cards.verify(ctx, params.id, body.amount)),
    implement(service.makeDefaultCard, KEEPER, (ctx, { params }) => cards.makeDefault(ctx, params.id)),
    implement(service.removeBankCard, KEEPER, (ctx, { params }) => cards.remove(ctx, params.id)),

    implement(brandCalls.applyForBrand, PURCHASER, (ctx, { body }) => brand.apply(ctx, body)),
    implement(brandCalls.brandApplications, PURCHASER, (ctx) => brand.ownApplications(ctx)),
    implementFile(brandCalls.brandPicture, PURCHASER, (ctx, { params }) => brand.picture(ctx, params)),

    implementForPerson(admin.companyAudits, PLATFORM, (ctx, { query }) => listAudits(ctx, query)),
    implementForPerson(admin.companyAudit, PLATFORM, (ctx, { params }) => showAudit(ctx, params.auditId)),
    implementFile(admin.companyAuditFile, { ...PLATFORM, audience: 'person' }, (ctx, { params }) =>
      auditDocument(ctx, params),
    ),
    implementForPerson(admin.decideCompanyAudit, PLATFORM, (ctx, { params, body }) =>
      decideAudit(ctx, params.auditId, body),
    ),
    implementForPerson(admin.companies, PLATFORM, (ctx, { query }) => listCompanies(ctx, query)),
    implementForPerson(admin.company, PLATFORM, (ctx, { params }) => showCompany(ctx, params.companyId)),
    implementForPerson(admin.setCompanyStatus, PLATFORM, (ctx, { params, body }) =>
      setStatus(ctx, params.companyId, body),
    ),
    implementForPerson(admin.setChargeTenant, PLATFORM, (ctx, { params, body }) =>
      setChargeTenant(ctx, params.companyId, body.tenantId),
    ),
    implementForPerson(admin.serviceAudits, PLATFORM, (ctx, { query }) => services.list(ctx, query)),
    implementForPerson(admin.decideServiceAudit, PLATFORM, (ctx, { params, body }) =>
      services.decide(ctx, params.id, body),
    ),
    implementForPerson(admin.adminBrandApplications, PLATFORM, (ctx, { query }) => brand.list(ctx, query)),
    implementFile(admin.adminBrandPicture, { ...PLATFORM, audience: 'person' }, (ctx, { params }) =>
      brand.picture(ctx, params),
    ),
    implementForPerson(admin.decideBrandApplication, PLATFORM, (ctx, { params, body }) =>
      brand.decide(ctx, params.id, body),
    ),
    implementForPerson(admin.tenants, PLATFORM, (ctx) => tenants.list(ctx)),
    implementForPerson(admin.createTenant, PLATFORM, (ctx, { body }) => tenants.create(ctx, body)),
    implementForPerson(admin.tenantBranding, PLATFORM, (ctx, { params }) => tenants.branding(ctx, params.id)),
    implementForPerson(admin.updateTenantBranding, PLATFORM, (ctx, { params, body }) =>
      tenants.setBranding(ctx, params.id, body),
    ),
    implementForPerson(admin.greyReleases, PLATFORM, (ctx) => grey.list(ctx)),
    implementForPerson(admin.saveGreyRelease, PLATFORM, (ctx, { params, body }) => grey.save(ctx, params.code, body)),
  ],
  messageKinds,
  subscribers,
  uploads,
  home,
  find,
}
