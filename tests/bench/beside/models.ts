/** Objection models as a team would begin with: tables and relations. Columns as in the database. */
import { Model, type RelationMappings } from "objection";

const belongsTo = (modelClass: typeof Model, from: string, column: string): RelationMappings[string] => ({
  relation: Model.BelongsToOneRelation,
  modelClass,
  join: { from: `${from}.${column}`, to: `${modelClass.tableName}.id` },
});

const hasMany = (modelClass: typeof Model, column: string, from: string): RelationMappings[string] => ({
  relation: Model.HasManyRelation,
  modelClass,
  join: { from: `${from}.id`, to: `${modelClass.tableName}.${column}` },
});

export class Configuration extends Model {
  static override tableName = "configuration";
  static override idColumn = "single";
  declare timezone: string;
  declare retention_days: number;
  declare lookup_code: boolean;
  declare request_input_user_company: boolean;
  declare idle_minutes: Record<string, number>;
  declare require_consent_since: Date | null;
}

export class Company extends Model {
  static override tableName = "companies";
  declare id: number;
  declare name: string;
  declare en_name: string;
}

export class UserCode extends Model {
  static override tableName = "user_codes";
  declare id: number;
  declare name: string;
  declare en_name: string;
}

export class HostUser extends Model {
  static override tableName = "host_users";
  static override relationMappings = { company: belongsTo(Company, "host_users", "company_id") };
  declare id: number;
  declare name: string;
  declare en_name: string;
  declare department: string;
  declare position: string;
  declare cell_phone: string;
  declare status: string;
  declare role: string;
  declare company_id: number;
  declare company?: Company;
}

export class Session extends Model {
  static override tableName = "sessions";
  static override relationMappings = { host: belongsTo(HostUser, "sessions", "host_user_id") };
  declare id: number;
  declare active_at: Date;
  declare host?: HostUser;
}

export class Pass extends Model {
  static override tableName = "passes";
  declare id: number;
  declare pass_no: string;
  declare vehicle: boolean;
}

export class VisitLog extends Model {
  static override tableName = "visit_logs";
  declare action: string;
  declare note: string;
}

export class VisitConsent extends Model {
  static override tableName = "visit_consents";
  declare agreed: boolean;
}

export class VisitEmail extends Model {
  static override tableName = "visit_emails";
  static override idColumn = "visit_id";
  declare cell_cipher: Buffer;
  declare bounced_at: Date | null;
}

export class Visit extends Model {
  static override tableName = "visits";
  static override get relationMappings(): RelationMappings {
    return {
      host: belongsTo(HostUser, "visits", "host_user_id"),
      place: belongsTo(UserCode, "visits", "location_id"),
      purpose: belongsTo(UserCode, "visits", "purpose_id"),
      leader: belongsTo(Visit, "visits", "leader_id"),
      overnight: belongsTo(HostUser, "visits", "overnight_by"),
      companions: hasMany(Visit, "leader_id", "visits"),
      passes: hasMany(Pass, "visit_id", "visits"),
      consents: hasMany(VisitConsent, "visit_id", "visits"),
      logs: hasMany(VisitLog, "visit_id", "visits"),
      email: { ...hasMany(VisitEmail, "visit_id", "visits"), relation: Model.HasOneRelation },
    };
  }
  declare id: number;
  declare name: string;
  declare status_code: string;
  declare hidden_at: Date | null;
  declare reserve_no: string;
  declare reason_shown: boolean;
  declare origin: string;
  declare host?: HostUser;
  declare place?: UserCode | null;
  declare purpose?: UserCode;
  declare leader?: Visit | null;
  declare overnight?: HostUser | null;
  declare companions?: Visit[];
  declare passes?: Pass[];
  declare consents?: VisitConsent[];
  declare logs?: VisitLog[];
  declare email?: VisitEmail | null;
  declare created_at: Date;
}

export class PrivacyPolicy extends Model {
  static override tableName = "privacy_policies";
  declare id: number;
}

export class TermsVersion extends Model {
  static override tableName = "terms_versions";
  declare id: number;
  declare version: number;
}

export class Terms extends Model {
  static override tableName = "terms";
  static override relationMappings = { versions: hasMany(TermsVersion, "terms_id", "terms") };
  declare id: number;
  declare content_type: string;
  declare versions?: TermsVersion[];
}

export class SmsTemplate extends Model {
  static override tableName = "sms_templates";
  static override idColumn = "event";
  declare enabled: boolean;
  declare text: string;
}

export class SmsMessage extends Model {
  static override tableName = "sms_messages";
}

export class AccessLog extends Model {
  static override tableName = "access_log";
}

export class Change extends Model {
  static override tableName = "changes";
}

export class IdempotencyKey extends Model {
  static override tableName = "idempotency_keys";
  static override idColumn = ["endpoint", "key"];
}
