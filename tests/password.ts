export const password = "correct horse battery";

/**
 * The same as the admin API takes it from elsewhere, made with the least that argon2id allows: thousands of people are made and signed in,
 * and each time the real one takes 50 ms of a processor. Where that is the subject, people are made with the password.
 */
export const passwordHash = "$argon2id$v=19$m=8,t=1,p=1$fULvyxSIymjJZ8LEadVlOA$Zzrm2E34wmDrWeKcJvh36B6XL2VK8dTOPK03Gn6B/sE";
